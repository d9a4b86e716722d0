import { Ellipsis } from 'lucide-react'
import {
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { lazyModule } from './lazy-module.ts'
import type {
  MenuChoiceProps,
  MenuItemProps,
  MenuNoteProps,
  MenuProps,
  MenuRowsProps,
} from './menu-parts.tsx'

export const menuParts = lazyModule(() => import('./menu-parts.tsx'))

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown'])

/**
 * Renders only the button until it is pressed, then an open menu. The menu code is loaded when the
 * page is idle or on the first press.
 */
export function Menu({ trigger, ...menu }: MenuProps) {
  const [pressed, setPressed] = useState<'pointer' | 'keyboard' | null>(null)
  const [parts, setParts] = useState(menuParts.now)
  useEffect(menuParts.prepare, [])

  if (pressed && parts) return <parts.OpenedMenu trigger={trigger} by={pressed} {...menu} />
  const press = (by: 'pointer' | 'keyboard') => {
    setPressed(by)
    if (parts) return
    // Loading fails after a newer version was deployed: the button does nothing until a reload.
    menuParts.load().then(setParts, () => setPressed(null))
  }
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.ctrlKey) return
      // Otherwise the button would take the focus, and the menu would close.
      event.preventDefault()
      press('pointer')
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!OPENING_KEYS.has(event.key)) return
      event.preventDefault()
      press('keyboard')
    },
  })
}

/** Only used in an open menu, like everything below, so its code is loaded. */
export function MenuItem(props: MenuItemProps) {
  const parts = menuParts.now()
  return parts && <parts.MenuItem {...props} />
}

/** A labelled group of items of which one is selected. */
export function MenuChoice<V extends string>(props: MenuChoiceProps<V>) {
  const parts = menuParts.now()
  return parts && <parts.MenuChoice {...props} />
}

/** Like `MenuChoice`, with a second line in each item. */
export function MenuRows(props: MenuRowsProps) {
  const parts = menuParts.now()
  return parts && <parts.MenuRows {...props} />
}

/** A line that says something about the items. */
export function MenuNote(props: MenuNoteProps) {
  const parts = menuParts.now()
  return parts && <parts.MenuNote {...props} />
}

export function MenuSeparator() {
  const parts = menuParts.now()
  return parts && <parts.MenuSeparator />
}

/** The menu of a table row: an ellipsis button labelled with the row's name. */
export function RowActions({
  name,
  disabled = false,
  children,
}: {
  name: string
  disabled?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          disabled={disabled}
          aria-label={t('Actions for {name}', { name })}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {children}
    </Menu>
  )
}
