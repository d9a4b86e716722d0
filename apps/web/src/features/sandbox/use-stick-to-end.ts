import { useLayoutEffect, useRef } from 'react'

const NEAR_END_PX = 60

/**
 * Keeps a scroll container at its end when content is added or images grow, unless the user has
 * scrolled up. Put `content` on the growing element.
 */
export function useStickToEnd() {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const scroller = box.current
    const inner = content.current
    if (!scroller || !inner) return
    let following = true
    let top = 0
    const onScroll = () => {
      const below = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop
      // Only an upward scroll is the user's: content may have grown since the last automatic
      // scroll.
      if (below < NEAR_END_PX) following = true
      else if (scroller.scrollTop < top) following = false
      top = scroller.scrollTop
    }
    const toEnd = () => {
      if (following) scroller.scrollTop = scroller.scrollHeight
    }
    toEnd()
    const observer = new ResizeObserver(toEnd)
    observer.observe(inner)
    observer.observe(scroller)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [])
  return { box, content }
}
