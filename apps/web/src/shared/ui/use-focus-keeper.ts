import { useEffect } from 'react'
import { currentOpener, focusPageStart } from './use-return-focus.ts'

/**
 * A control that is disabled during its call loses the focus to the body. Restores it once the
 * control is enabled, unless the user moved on. When the control stays disabled or is removed,
 * focuses a nearby control. A focused control that is removed, such as one of a row that somebody
 * else deletes, gives the focus to the start of the page. Use once, at the root of the app.
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

/** Starts keeping the focus. Returns a function that stops it. */
function keepFocus(): () => void {
  let last = currentOpener()
  /** The dialog that `last` is in. */
  let dialog = dialogOf(last)
  /** `last` had the focus when it was disabled. */
  let held = false
  let wasBusy = false

  function follow(): void {
    const now = currentOpener()
    if (now === last) return
    last = now
    dialog = dialogOf(now)
    held = false
  }

  /** A press outside of all controls removes the focus on purpose. */
  function releaseFocus(): void {
    if (held) last = null
    held = false
  }

  function look(): void {
    if (!last) return
    if (!held && !last.isConnected) {
      replaceRemoved(last)
      return
    }
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
    if (isFree(last)) giveBack(last, dialog)
  }

  /** A closing menu or dialog restores the focus first. */
  function replaceRemoved(removed: Element): void {
    const from = dialog
    last = null
    setTimeout(() => {
      if (nothingHasFocus()) giveBack(removed, from)
    })
  }

  /** The focus moved to the body although the control could have kept it. */
  function leave({ target }: FocusEvent): void {
    if (target !== last) return
    // The control is removed or disabled only after this event.
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

/** Browsers differ in when a disabled control stops being the active element. */
function isFree(element: Element): boolean {
  return nothingHasFocus() || document.activeElement === element
}

function dialogOf(element: Element | null): Element | null {
  return element?.closest('[role$=dialog]') ?? null
}

/** Its content may go before it does, so what was in it cannot be asked later. */
function isClosing(dialog: Element | null): boolean {
  return dialog !== null && (!dialog.isConnected || dialog.matches('[data-state=closed]'))
}

function giveBack(element: Element, dialog: Element | null): void {
  if (!element.isConnected) {
    // A closing dialog restores the focus itself.
    if (!isClosing(dialog)) focusPageStart()
  } else if (element.matches(':disabled')) {
    const around = element.closest('form, tr, li, [role=row]')
    const near = around?.querySelectorAll('input:enabled, textarea:enabled, button:enabled') ?? []
    if (![...near].some(tryFocus)) focusPageStart()
  } else tryFocus(element)
}

/** Focuses an element; returns false when it is hidden. */
function tryFocus(element: Element): boolean {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  return document.activeElement === element
}
