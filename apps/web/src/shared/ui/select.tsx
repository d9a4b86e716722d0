import { type KeyboardEvent, useEffect, useState } from 'react'
import { useFieldControl } from './field.tsx'
import { lazyModule } from './lazy-module.ts'
import { faceClasses, OptionText, SelectFace, type SelectProps } from './select-face.tsx'
import type { Press } from './select-list.tsx'

export const selectList = lazyModule(() => import('./select-list.tsx'))

/**
 * Renders only the trigger until it is pressed, then the open list, which needs much code and
 * renders all options. Inside a `Field` it uses the field's label.
 */
export function Select<V extends string = string>(props: SelectProps<V>) {
  const control = useFieldControl()
  const [press, setPress] = useState<Press | null>(null)
  const [list, setList] = useState(selectList.now)
  useEffect(selectList.prepare, [])

  if (press && list) return <list.PressedSelect {...props} press={press} />
  const pressed = (by: Press) => {
    setPress(by)
    // Loading fails after a newer version was deployed: the select does nothing until a reload.
    if (!list) selectList.load().then(setList, () => setPress(null))
  }
  const { value, options, placeholder, icon, disabled, className, onBlur } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <button
      {...control}
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-label={props['aria-label']}
      data-placeholder={chosen ? undefined : ''}
      disabled={disabled}
      onBlur={onBlur}
      onPointerDown={(event) => {
        // A touch may be the start of scrolling, so touch opens on click.
        if (event.button !== 0 || event.ctrlKey || event.pointerType !== 'mouse') return
        // Otherwise the trigger would take the focus, and the list would close.
        event.preventDefault()
        pressed({ by: 'pointer' })
      }}
      onClick={() => pressed({ by: 'pointer' })}
      onKeyDown={(event) => {
        if (!opensList(event)) return
        event.preventDefault()
        pressed({ by: 'keyboard', key: event.key })
      }}
      className={faceClasses(className)}
    >
      <SelectFace icon={icon}>
        <span>{chosen ? <OptionText option={chosen} /> : placeholder}</span>
      </SelectFace>
    </button>
  )
}

const OPENING_KEYS = new Set(['Enter', 'ArrowDown', 'ArrowUp'])

/** Keys that open the list; letters select by the first letters of a name. */
function opensList({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey) return false
  return OPENING_KEYS.has(key) || key.length === 1
}
