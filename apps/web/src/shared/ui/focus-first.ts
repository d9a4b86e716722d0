// Radix switches and radios contain a hidden input that would take the focus.
const FIELDS =
  'input:not([aria-hidden=true]), textarea, [role=combobox], [role=radio][aria-checked=true], [role=switch]'
const FALLBACK = 'a[href], button'

/**
 * Focuses the first field inside, else the first button or link. Returns false when nothing takes
 * the focus.
 */
export function focusFirst(inside: Element): boolean {
  return [FIELDS, FALLBACK].some((kind) =>
    [...inside.querySelectorAll<HTMLElement>(kind)].some(
      (element) => !isBesideChosen(element, inside) && tryFocus(element),
    ),
  )
}

/** A radio that Tab would skip, since another one of its group is checked. */
function isBesideChosen(element: Element, inside: Element): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return false
  if (element.checked) return false
  const radios = inside.querySelectorAll<HTMLInputElement>('input[type=radio]')
  return [...radios].some(({ name, checked }) => name === element.name && checked)
}

/** Hidden and disabled elements do not take the focus. */
function tryFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
