import { bulkCampaignSummary, overallSummary } from '@kirim/contract/analytics'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-context.ts'
import { useLineRestored } from '#shared/realtime/use-line-restored.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { afterChange } from './campaign-list.ts'

const overallQuery = callQuery(overallSummary)
const campaignsQuery = callQuery(bulkCampaignSummary)
const nothing = { totalMessages: 0, sentMessages: 0, failedMessages: 0 }

/** Both lists of the dashboard, kept current by events; a failed load resets them (SPEC §4). */
export function useDashboard() {
  const { t } = useTranslation()
  const overall = useQuery(overallQuery)
  const campaigns = useQuery(campaignsQuery)
  useErrorToast(overall.error, t('Could not load overall analytics.'))
  useErrorToast(campaigns.error, t('Could not load bulk campaign list.'))
  useLiveCounts(overall.isFetching || campaigns.isFetching)
  return {
    summary: overall.isError ? nothing : overall.data,
    summaryFailed: overall.isError,
    summaryBusy: overall.isFetching,
    retrySummary: () => void overall.refetch(),
    campaigns: campaigns.isError ? [] : campaigns.data,
    campaignsFailed: campaigns.isError,
    campaignsBusy: campaigns.isFetching,
    retryCampaigns: () => void campaigns.refetch(),
  }
}

/** Asks for both lists again. */
export function useReloadDashboard(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(overallSummary) }),
      client.invalidateQueries({ queryKey: keyOf(bulkCampaignSummary) }),
    ])
  }
}

function useLiveCounts(fetching: boolean): void {
  const client = useQueryClient()
  const reload = useReloadDashboard()
  // An answer on its way may be older than an event that overtakes it: then it is asked for once more.
  const overtaken = useRef(false)

  useRealtimeEvent('summary_changed', (summary) => {
    overtaken.current ||= fetching
    client.setQueryData(overallQuery.queryKey, summary)
  })
  useRealtimeEvent('campaign_changed', (change) => {
    overtaken.current ||= fetching
    const known = client.getQueryData(campaignsQuery.queryKey)
    const next = known && afterChange(known, change)
    if (next) client.setQueryData(campaignsQuery.queryKey, next)
    else void client.invalidateQueries({ queryKey: campaignsQuery.queryKey })
  })
  useLineRestored(() => void reload())
  useEffect(() => {
    if (fetching || !overtaken.current) return
    overtaken.current = false
    void reload()
  })
}
