/**
 * For `onEscapeKeyDown` of a dialog: a part of it that has something of its own to close, marked
 * `data-own-escape`, closes that first.
 */
export function keepOwnEscape(event: KeyboardEvent): void {
  const { target } = event
  if (target instanceof Element && target.closest('[data-own-escape]')) event.preventDefault()
}
