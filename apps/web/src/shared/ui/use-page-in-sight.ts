import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps what is around a trigger readable for assistive technology while its list is open. Radix
 * hides all but the list, and has no prop against it; but the library it does this with leaves
 * everything live alone (https://github.com/theKashey/aria-hidden/issues/10), and `off` is what
 * anything is that is not said to be live.
 */
export function usePageInSight(trigger: RefObject<Element | null>, open: boolean): void {
  useLayoutEffect(() => {
    const around = open ? trigger.current?.closest('body > *') : null
    around?.setAttribute('aria-live', 'off')
    return () => around?.removeAttribute('aria-live')
  }, [trigger, open])
}
