import { useEffect, useEffectEvent, useRef } from 'react'
import { useRealtime } from './realtime-context.ts'

/**
 * Calls back each time the line comes up after events were missed: not when it comes up for the
 * first time and nothing has happened since what is in sight was loaded.
 */
export function useMissedEvents(handler: () => void): void {
  const { missedCount } = useRealtime()
  const before = useRef(missedCount)
  const onRestored = useEffectEvent(handler)
  useEffect(() => {
    if (missedCount !== before.current) onRestored()
    before.current = missedCount
  }, [missedCount])
}
