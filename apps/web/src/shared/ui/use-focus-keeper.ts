import { useEffect } from 'react'
import { currentOpener, focusPageStart } from './use-return-focus.ts'

/**
 * A control that is disabled while its call runs loses the keyboard's focus to the body. This gives
 * it back once the control is enabled, unless somebody moved on. A control that stays disabled, or
 * is gone, leaves it to what is near. For the root of the app, once.
 */
export function useFocusKeeper(): void {
  useEffect(keepFocus, [])
}

const WATCHED: MutationObserverInit = {
  attributes: true,
  attributeFilter: ['disabled', 'aria-busy'],
  childList: true,
  subtree: true,
}

/** Starts to keep the focus; the answer ends it. */
function keepFocus(): () => void {
  let last = currentOpener()
  /** The focus was on `last` when it was disabled. */
  let held = false
  let wasBusy = false

  function follow(): void {
    const now = currentOpener()
    if (now === last) return
    last = now
    held = false
  }

  /** A press beside every control takes the focus away on purpose. */
  function releaseFocus(): void {
    if (held) last = null
    held = false
  }

  function look(): void {
    if (!last) return
    if (!held) {
      held = last.matches(':disabled') && (isFree(last) || currentOpener() === last)
      wasBusy = held && isBusy(last)
      return
    }
    if (last.isConnected && last.matches(':disabled') && !(wasBusy && !isBusy(last))) {
      wasBusy = isBusy(last)
      return
    }
    held = false
    if (isFree(last)) giveBack(last)
  }

  /** Left for the page itself, while it could have kept the focus. */
  function leave({ target }: FocusEvent): void {
    if (target !== last) return
    // A control that is just being removed or disabled is so only after this event.
    queueMicrotask(() => {
      const left = target === last && !held && last?.isConnected && !last.matches(':disabled')
      if (left && nothingHasFocus()) last = null
    })
  }

  const observer = new MutationObserver(look)
  observer.observe(document, WATCHED)
  document.addEventListener('focusin', follow)
  document.addEventListener('focusout', leave)
  document.addEventListener('pointerdown', releaseFocus)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', follow)
    document.removeEventListener('focusout', leave)
    document.removeEventListener('pointerdown', releaseFocus)
  }
}

function isBusy(element: Element): boolean {
  return element.getAttribute('aria-busy') === 'true'
}

function nothingHasFocus(): boolean {
  return !document.activeElement || document.activeElement === document.body
}

/** Browsers differ in when a disabled control stops to be the active element. */
function isFree(element: Element): boolean {
  return nothingHasFocus() || document.activeElement === element
}

function giveBack(element: Element): void {
  if (!element.isConnected) {
    // A dialog that closes gives the focus back itself.
    if (!element.closest('[role$=dialog]')) focusPageStart()
  } else if (element.matches(':disabled')) {
    const around = element.closest('form, tr, li, [role=row]')
    const near = around?.querySelectorAll('input:enabled, textarea:enabled, button:enabled') ?? []
    if (![...near].some(tryFocus)) focusPageStart()
  } else tryFocus(element)
}

/** Whether an element took the focus; what is hidden does not. */
function tryFocus(element: Element): boolean {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  return document.activeElement === element
}
