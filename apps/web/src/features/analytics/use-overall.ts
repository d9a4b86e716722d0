import { overallSummary } from '@kirim/contract/analytics'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useRefetchWhenStale } from '#shared/realtime/use-refetch-when-stale.ts'
import { useThrottled } from '#shared/realtime/use-throttled.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'

const overallQuery = callQuery(overallSummary)
const { queryKey } = overallQuery
const RELOAD_MS = 2000
const nothing = { totalMessages: 0, sentMessages: 0, failedMessages: 0 }

/** The overall summary, updated by events; reset when loading fails [4.dashboard.failure]. */
export function useOverall() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const overall = useQuery(overallQuery)
  const markStale = useRefetchWhenStale(queryKey)
  useErrorToast(overall.error, t('Could not load overall analytics.'))
  useRealtimeEvent('summary_changed', (summary) => {
    markStale()
    // Somebody who sees only some numbers has other totals than the workspace.
    if (summary) client.setQueryData(queryKey, summary)
    else reload()
  })
  const reload = useThrottled(() => void client.invalidateQueries({ queryKey }), RELOAD_MS)
  useMissedEvents(() => void client.invalidateQueries({ queryKey }))
  // While unmounted no events are applied, so the next mount loads again.
  useEffect(() => () => void client.invalidateQueries({ queryKey, refetchType: 'none' }), [client])
  return {
    summary: overall.isError ? nothing : overall.data,
    failed: overall.isError,
    busy: overall.isFetching,
    onRetry: () => void overall.refetch(),
  }
}
