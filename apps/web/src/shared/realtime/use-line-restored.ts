import { useEffect, useEffectEvent, useRef } from 'react'
import { useRealtime } from './realtime-context.ts'

/** Calls back each time the line comes up after this component has stood without one: events were missed. */
export function useLineRestored(handler: () => void): void {
  const { status } = useRealtime()
  const before = useRef(status)
  const onRestored = useEffectEvent(handler)
  useEffect(() => {
    if (status === 'connected' && before.current !== 'connected') onRestored()
    before.current = status
  }, [status])
}
