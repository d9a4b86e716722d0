// In a form, switches and radios have an unseen input beside them that takes the focus.
const FIELDS =
  'input:not([aria-hidden=true]), textarea, [role=combobox], [role=radio][aria-checked=true], [role=switch]'
const FALLBACK = 'a[href], button'

/**
 * Puts the focus on the first field inside, else on the first button or link;
 * false when nothing there takes it.
 */
export function focusFirst(inside: Element): boolean {
  return [FIELDS, FALLBACK].some((kind) =>
    [...inside.querySelectorAll<HTMLElement>(kind)].some(tryFocus),
  )
}

/** What is hidden or disabled takes no focus. */
function tryFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
