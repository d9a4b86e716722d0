import { useEffect, useState } from 'react'

/** Whole seconds until the deadline (epoch ms), rounded up; 0 once it has passed. */
export function secondsUntil(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000))
}

/**
 * Milliseconds until the number of whole seconds changes; null when there is nothing left to count.
 */
export function msToNextSecond(deadline: number, now: number): number | null {
  const left = deadline - now
  if (left <= 0) return null
  return left % 1000 || 1000
}

/**
 * Counts down to the deadline (epoch ms) in whole seconds; 0 when it has passed, null without one.
 */
export function useSecondsUntil(deadline: number | null): number | null {
  const [, tick] = useState(0)
  const now = Date.now()
  const wait = deadline === null ? null : msToNextSecond(deadline, now)
  useEffect(() => {
    if (wait === null) return
    const timer = setTimeout(() => tick((count) => count + 1), wait)
    return () => clearTimeout(timer)
  })
  return deadline === null ? null : secondsUntil(deadline, now)
}
