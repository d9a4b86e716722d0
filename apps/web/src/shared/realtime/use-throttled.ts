import { useCallback, useEffect, useRef } from 'react'

/** Returns a function that calls back at most once every `ms`, at the end of the interval. */
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
