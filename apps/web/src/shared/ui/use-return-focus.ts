import { useState } from 'react'

/**
 * Remembers the focused element when a dialog opens. Returns a handler for `onCloseAutoFocus` that
 * focuses it again, or the start of the page when it is gone.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const [wasOpen, setWasOpen] = useState(false)
  const [opener, setOpener] = useState<Element | null>(null)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Read during render: after mount, something in the dialog may have the focus.
    if (open) setOpener(currentOpener())
  }
  return (event) => {
    event.preventDefault()
    if (!isTaken(event.target)) returnFocusTo(opener)
  }
}

/** The focused element; for an item of a menu, which closes, the button that opened the menu. */
export function currentOpener(): Element | null {
  const { activeElement } = document
  const trigger = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return trigger ? document.getElementById(trigger) : activeElement
}

/** Whether the page navigated to, or another dialog, has already taken the focus. */
function isTaken(closing: EventTarget | null): boolean {
  const { activeElement, body } = document
  if (!activeElement || activeElement === body) return false
  return !(closing instanceof Element && closing.contains(activeElement))
}

/** Focuses the previous element, or the start of the page when it is gone. */
export function returnFocusTo(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener !== document.body) {
    opener.focus()
    if (document.activeElement === opener) return
  }
  focusPageStart()
}

/** Focuses the start of the page: the topmost dialog, else the heading, else the content. */
function focusPageStart(): void {
  const below = [...document.querySelectorAll<HTMLElement>('[role$=dialog][data-state=open]')].at(
    -1,
  )
  const begin =
    below ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!begin) return
  begin.tabIndex = -1
  begin.focus({ preventScroll: true })
}
