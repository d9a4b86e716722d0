import { useEffect, useEffectEvent, useRef } from 'react'
import { useRealtime } from './realtime-context.ts'

/**
 * Calls back each time the line comes up after events were missed: not when it comes up for the
 * first time and nothing has happened since what is in sight was loaded.
 */
export function useLineRestored(handler: () => void): void {
  const { missed } = useRealtime()
  const before = useRef(missed)
  const onRestored = useEffectEvent(handler)
  useEffect(() => {
    if (missed !== before.current) onRestored()
    before.current = missed
  }, [missed])
}
