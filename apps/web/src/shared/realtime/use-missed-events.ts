import { useEffect, useEffectEvent, useRef } from 'react'
import { useRealtime } from './realtime-context.ts'

/**
 * Calls back after each connect that may have missed events; not on the first connect when nothing
 * has happened since the data was loaded.
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
