import { useCallback, useEffect, useRef } from 'react'

/** Calls back once, `ms` after the first call since then: however often something happens. */
export function useThrottled(act: () => void, ms: number): () => void {
  const latest = useRef(act)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      latest.current()
    }, ms)
  }, [ms])
}
