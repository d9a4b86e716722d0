import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps the page around a trigger accessible while its list is open. Radix hides everything but the
 * list, without an option against it, but its library skips live regions
 * (https://github.com/theKashey/aria-hidden/issues/10). `off`, the default, is set for this.
 */
export function usePageInSight(trigger: RefObject<Element | null>, open: boolean): void {
  useLayoutEffect(() => {
    const around = open ? trigger.current?.closest('body > *') : null
    around?.setAttribute('aria-live', 'off')
    return () => around?.removeAttribute('aria-live')
  }, [trigger, open])
}
