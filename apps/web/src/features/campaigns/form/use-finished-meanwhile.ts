import type { BulkCampaign, CampaignProgress } from '@kirim/contract/campaigns'
import { useState } from 'react'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'

/** Whether the campaign has recipients and all of them were processed. */
export function isFinished({ counts, total }: CampaignProgress): boolean {
  return total > 0 && counts.queued + counts.sending === 0
}

/** Whether a campaign has finished since its form was loaded. */
export function useFinishedMeanwhile(campaign: BulkCampaign | null) {
  const [finished, setFinished] = useState(false)
  useRealtimeEvent('campaign_changed', ({ id, progress }) => {
    if (id === campaign?.id) setFinished(progress !== null && isFinished(progress))
  })
  return { finished, setFinished }
}
