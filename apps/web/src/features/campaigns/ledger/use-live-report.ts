import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { useQueryClient } from '@tanstack/react-query'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useThrottled } from '#shared/realtime/use-throttled.ts'
import { reportKey } from './ledger-queries.ts'

/** Reasons, pace and end are asked for at most this often. */
const REPORT_MS = 3000

/** Counts and status follow each event; what an event does not carry is asked for now and then. */
export function useLiveReport(campaignId: string): void {
  const client = useQueryClient()
  const queryKey = reportKey(campaignId)
  const reload = () => void client.invalidateQueries({ queryKey })
  const reloadSoon = useThrottled(reload, REPORT_MS)
  useRealtimeEvent('campaign_changed', ({ id, progress }) => {
    if (id !== campaignId) return
    if (!progress) return reload()
    client.setQueryData<CampaignReport>(queryKey, (report) => report && { ...report, ...progress })
    reloadSoon()
  })
  useRealtimeEvent('devices_changed', reload)
  useMissedEvents(reload)
}
