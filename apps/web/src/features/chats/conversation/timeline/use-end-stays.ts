import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls `toEnd` when a box that showed its end becomes lower, as when the composer grows. */
export function useEndStays(
  box: RefObject<HTMLElement | null>,
  { within, toEnd }: { within: number; toEnd: () => void },
) {
  const goToEnd = useEffectEvent(toEnd)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let height = element.clientHeight
    const observer = new ResizeObserver(() => {
      const below = element.scrollHeight - element.scrollTop - height
      height = element.clientHeight
      if (below <= within) goToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, within])
}
