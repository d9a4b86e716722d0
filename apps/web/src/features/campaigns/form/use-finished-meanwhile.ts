import type { BulkCampaign, CampaignProgress } from '@kirim/contract/campaigns'
import { useState } from 'react'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'

/** Everybody has had their turn, and there was somebody. */
export function isFinished({ counts, total }: CampaignProgress): boolean {
  return total > 0 && counts.queued + counts.sending === 0
}

/** Whether a campaign that was open when its form was loaded has finished since. */
export function useFinishedMeanwhile(campaign: BulkCampaign | null) {
  const [finished, setFinished] = useState(false)
  useRealtimeEvent('campaign_changed', ({ id, progress }) => {
    if (id === campaign?.id) setFinished(progress !== null && isFinished(progress))
  })
  return { finished, setFinished }
}
