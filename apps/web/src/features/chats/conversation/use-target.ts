import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { toast } from '#shared/toast/toast.ts'
import type { TimelineWindow } from './timeline/timeline-window.ts'

/** The entry that the timeline shows: by its id, or by its place. */
export interface Target {
  readonly entry: string
  /** Changes with each request, also for the same entry. */
  readonly times: number
}

/**
 * Which entry is to be shown, first the one of the address, and a function that shows another one;
 * `load` loads the part of the timeline around it.
 */
export function useTarget(
  at: string | null,
  window: TimelineWindow | undefined,
  load: (entryId: string) => Promise<void>,
) {
  const { t } = useTranslation()
  const [target, setTarget] = useState<Target | null>(at === null ? null : { entry: at, times: 0 })
  const latest = useRef(window)
  useEffect(() => {
    latest.current = window
  }, [window])
  const jumpTo = useCallback(
    async (entryId: string) => {
      try {
        if (!latest.current?.entries.some(({ id }) => id === entryId)) await load(entryId)
        setTarget((before) => ({ entry: entryId, times: (before?.times ?? 0) + 1 }))
      } catch (error) {
        toast({ title: messageOf(error, t('The server did not answer.')), tone: 'error' })
      }
    },
    [load, t],
  )
  return { target, jumpTo }
}
