import { useState } from 'react'
import { sideOf } from './timeline-rows.ts'
import type { TimelineWindow } from './timeline-window.ts'

/**
 * Whether the end of a timeline is on screen, and how many messages of the person came since it
 * was. Call `look` after each scroll and change.
 */
export function useSeenEnd(window: TimelineWindow, isAtEnd: () => boolean) {
  const [seesEnd, setSeesEnd] = useState(false)
  const newest = window.entries.at(-1)?.place ?? ''
  const [seen, setSeen] = useState(newest)
  return {
    seesEnd,
    fresh: window.hasLater
      ? 0
      : window.entries.filter((entry) => entry.place > seen && sideOf(entry) === 'in').length,
    look() {
      const isSeen = !window.hasLater && isAtEnd()
      setSeesEnd(isSeen)
      if (isSeen) setSeen(newest)
    },
  }
}
