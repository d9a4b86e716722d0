import { type RefObject, useEffect, useRef } from 'react'
import { returnFocusTo } from '#shared/ui/use-return-focus.ts'

interface ToastList {
  /** The ref of the list element. */
  ref: RefObject<HTMLOListElement | null>
  /**
   * Call when a toast is closed or removed: restores the focus and restarts the timers of other
   * toasts.
   */
  leave: () => void
}

/**
 * Remembers where the focus was before it moved to the toasts, to restore it there. Otherwise Radix
 * keeps the focus in its empty list, which pauses all timers: later toasts would never close by
 * themselves.
 */
export function useToastList(): ToastList {
  const ref = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<Element | null>(null)
  useEffect(() => {
    const region = regionOf(ref.current)
    function onFocusIn({ relatedTarget }: FocusEvent): void {
      if (isBeside(region, relatedTarget)) cameFrom.current = relatedTarget
    }
    function go({ relatedTarget }: FocusEvent): void {
      if (isBeside(region, relatedTarget)) cameFrom.current = null
    }
    region?.addEventListener('focusin', onFocusIn)
    region?.addEventListener('focusout', go)
    return () => {
      region?.removeEventListener('focusin', onFocusIn)
      region?.removeEventListener('focusout', go)
    }
  }, [])
  return {
    ref,
    leave() {
      const region = regionOf(ref.current)
      if (region?.contains(document.activeElement)) returnFocusTo(cameFrom.current)
      // The event after which Radix resumes its timers; a pointer over a removed toast never leaves
      // it. A hidden window also pauses them, and Radix resumes when it is shown.
      if (document.hasFocus()) region?.dispatchEvent(new FocusEvent('focusout'))
    },
  }
}

/** The region around the list, where Radix listens. */
function regionOf(list: Element | null): HTMLElement | null {
  return list?.closest<HTMLElement>('[role=region]') ?? null
}

function isBeside(region: Element | null, target: EventTarget | null): target is Element {
  return target instanceof Element && !region?.contains(target)
}
