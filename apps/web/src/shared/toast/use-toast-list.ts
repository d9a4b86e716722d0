import { type RefObject, useEffect, useRef } from 'react'
import { returnFocusTo } from '#shared/ui/use-return-focus.ts'

interface ToastList {
  /** For the list itself. */
  ref: RefObject<HTMLOListElement | null>
  /**
   * For each toast that is closed or goes: gives the focus back,
   * and lets the time of toasts run again.
   */
  leave: () => void
}

/**
 * Where the keyboard was before it came to the toasts, so that it gets back there. Radix, too,
 * keeps the focus of a closed toast, in its empty list: as that stops the time of toasts, and
 * nothing hears any more that it goes on, no later one would end by itself.
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
      // What Radix goes on after; a pointer over what goes tells nobody that it left. A window that
      // is not in front stops the time as well, and Radix goes on when it comes back.
      if (document.hasFocus()) region?.dispatchEvent(new FocusEvent('focusout'))
    },
  }
}

/** The landmark around the list, where Radix listens. */
function regionOf(list: Element | null): HTMLElement | null {
  return list?.closest<HTMLElement>('[role=region]') ?? null
}

function isBeside(region: Element | null, target: EventTarget | null): target is Element {
  return target instanceof Element && !region?.contains(target)
}
