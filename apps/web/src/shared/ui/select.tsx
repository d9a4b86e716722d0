import { type KeyboardEvent, useEffect, useState } from 'react'
import { useFieldControl } from './field.tsx'
import { lazyModule } from './lazy-module.ts'
import { faceClasses, OptionText, SelectFace, type SelectProps } from './select-face.tsx'
import type { Press } from './select-list.tsx'

export const selectList = lazyModule(() => import('./select-list.tsx'))

/**
 * A box alone, until it is pressed: only then it gets its list, which is open at once. A list is a
 * lot of code and, closed too, all of its options. Inside a `Field` it carries the label.
 */
export function Select<V extends string = string>(props: SelectProps<V>) {
  const control = useFieldControl()
  const [press, setPress] = useState<Press | null>(null)
  const [list, setList] = useState(selectList.now)
  useEffect(selectList.prepare, [])

  if (press && list) return <list.PressedSelect {...props} press={press} />
  const pressed = (by: Press) => {
    setPress(by)
    // Files that a newer version has replaced: the box does nothing, and a reload mends it.
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
        // A finger may mean to scroll: its press is the click.
        if (event.button !== 0 || event.ctrlKey || event.pointerType !== 'mouse') return
        // Else the box takes the focus from the list, which closes.
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

/** Keys that open the list, and letters, which choose by the beginning of a name. */
function opensList({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey) return false
  return OPENING_KEYS.has(key) || key.length === 1
}
