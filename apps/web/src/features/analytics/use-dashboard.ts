import { bulkCampaignSummary, overallSummary } from '@kirim/contract/analytics'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useLineRestored } from '#shared/realtime/use-line-restored.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { afterChange, type CampaignPage } from './campaign-list.ts'

const overallQuery = callQuery(overallSummary)
const lists = { queryKey: keyOf(bulkCampaignSummary) }
const nothing = { totalMessages: 0, sentMessages: 0, failedMessages: 0 }

/** The overall numbers, kept current by events; a failed load resets them [4.dashboard.failure]. */
export function useOverall() {
  const { t } = useTranslation()
  const overall = useQuery(overallQuery)
  useErrorToast(overall.error, t('Could not load overall analytics.'))
  return {
    summary: overall.isError ? nothing : overall.data,
    failed: overall.isError,
    busy: overall.isFetching,
    onRetry: () => void overall.refetch(),
  }
}

/** Asks for the numbers and the lists again. */
export function useReloadDashboard(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(overallSummary) }),
      client.invalidateQueries(lists),
    ])
  }
}

/** Moves what is in sight as the server tells of it; asks again where that does not say all. */
export function useLiveDashboard(): void {
  const client = useQueryClient()
  const reload = useReloadDashboard()
  const fetching = useIsFetching(lists) + useIsFetching({ queryKey: overallQuery.queryKey }) > 0
  // An answer on its way may be older than an event that overtakes it: then it is asked for once more.
  const overtaken = useRef(false)
  /** By campaign, what it was last heard to be doing: another word moves it to another place in the lists. */
  const heard = useRef(new Map<string, string>())

  useRealtimeEvent('summary_changed', (summary) => {
    overtaken.current ||= fetching
    client.setQueryData(overallQuery.queryKey, summary)
  })
  useRealtimeEvent('campaign_changed', (change) => {
    overtaken.current ||= fetching
    const { id, progress } = change
    const before = heard.current.get(id) ?? doing(client.getQueriesData<CampaignPage>(lists), id)
    const now = progress ? wordOf(progress) : null
    client.setQueriesData<CampaignPage>(lists, (page) => page && afterChange(page, change))
    if (now === null) heard.current.delete(id)
    else heard.current.set(id, now)
    if (now !== before) void client.invalidateQueries(lists)
  })
  // Whoever waits for a number says so.
  useRealtimeEvent('devices_changed', () => void client.invalidateQueries(lists))
  useLineRestored(() => void reload())
  useEffect(() => {
    if (fetching || !overtaken.current) return
    overtaken.current = false
    void reload()
  })
}

function wordOf({ status, sentence }: { status: string; sentence: { code: string } }): string {
  return `${status} ${sentence.code}`
}

/** What the lists in sight have a campaign doing; null when it is in none of them. */
function doing(
  pages: readonly (readonly [unknown, CampaignPage | undefined])[],
  id: string,
): string | null {
  const known = pages.flatMap(([, page]) => page?.items ?? []).find((item) => item.id === id)
  return known ? wordOf(known) : null
}
