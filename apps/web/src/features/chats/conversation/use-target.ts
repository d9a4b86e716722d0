import { useCallback, useState } from 'react'

/** The entry that the timeline shows: by its id, or by its place. */
export interface Target {
  readonly entry: string
  /** Changes with each request, also for the same entry. */
  readonly times: number
}

/** Which entry is to be shown; first the one of the address. */
export function useTarget(at: string | null) {
  const [target, setTarget] = useState<Target | null>(at === null ? null : { entry: at, times: 0 })
  const show = useCallback(
    (entry: string) => setTarget((before) => ({ entry, times: (before?.times ?? 0) + 1 })),
    [],
  )
  return { target, show }
}
