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
import type { MenuChoiceProps, MenuItemProps, MenuProps } from './menu-parts.tsx'

export const menuParts = lazyModule(() => import('./menu-parts.tsx'))

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown'])

/**
 * A button alone, until it is pressed: only then is it made into a menu, which is open at once. The
 * code of menus comes when the page has nothing else to do, or with the first press.
 */
export function Menu({ trigger, ...menu }: MenuProps) {
  const [pressed, setPressed] = useState<'pointer' | 'keyboard' | null>(null)
  const [parts, setParts] = useState(menuParts.now)
  useEffect(menuParts.prepare, [])

  if (pressed && parts) return <parts.OpenedMenu trigger={trigger} by={pressed} {...menu} />
  const press = (by: 'pointer' | 'keyboard') => {
    setPressed(by)
    if (parts) return
    // Files that a newer version has replaced: the button does nothing, and a reload mends it.
    menuParts.load().then(setParts, () => setPressed(null))
  }
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.ctrlKey) return
      // Else the button takes the focus from the menu, which closes.
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

/** Stands in an open menu, as all that follows: its code is there by then. */
export function MenuItem(props: MenuItemProps) {
  const parts = menuParts.now()
  return parts && <parts.MenuItem {...props} />
}

/** Items of which one is chosen, under their name. */
export function MenuChoice<V extends string>(props: MenuChoiceProps<V>) {
  const parts = menuParts.now()
  return parts && <parts.MenuChoice {...props} />
}

export function MenuSeparator() {
  const parts = menuParts.now()
  return parts && <parts.MenuSeparator />
}

/** The one menu of a row: an ellipsis named after the row. */
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
