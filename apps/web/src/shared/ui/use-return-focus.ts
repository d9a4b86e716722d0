import { useState } from 'react'

/**
 * Remembers where the focus is when a dialog opens. The answer is for its `onCloseAutoFocus`: it
 * puts the focus back there, or where the page begins when that place is gone, so that it is never
 * lost.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const [wasOpen, setWasOpen] = useState(false)
  const [opener, setOpener] = useState<Element | null>(null)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Read while rendering: once the dialog stands, something in it may have the focus already.
    if (open) setOpener(currentOpener())
  }
  return (event) => {
    event.preventDefault()
    if (!isTaken(event.target)) returnFocusTo(opener)
  }
}

/**
 * What has the focus; for an item of a menu, which goes with its menu,
 * the button that opened the menu.
 */
export function currentOpener(): Element | null {
  const { activeElement } = document
  const trigger = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return trigger ? document.getElementById(trigger) : activeElement
}

/** The page that was gone to, or another dialog, has taken the focus already. */
function isTaken(closing: EventTarget | null): boolean {
  const { activeElement, body } = document
  if (!activeElement || activeElement === body) return false
  return !(closing instanceof Element && closing.contains(activeElement))
}

/** Puts the focus on what had it before, or where the page begins when that is gone. */
export function returnFocusTo(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener !== document.body) {
    opener.focus()
    if (document.activeElement === opener) return
  }
  focusPageStart()
}

/** Where the page begins: the dialog on top, else the page's heading, else its content. */
export function focusPageStart(): void {
  const below = [...document.querySelectorAll<HTMLElement>('[role$=dialog][data-state=open]')].at(
    -1,
  )
  const begin =
    below ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!begin) return
  begin.tabIndex = -1
  begin.focus({ preventScroll: true })
}
