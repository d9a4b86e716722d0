import type { CampaignProgress } from '@kirim/contract/campaigns'
import { campaignStatus } from './campaign-status.ts'
import type { Campaign } from './campaigns.repository.ts'

/** What only the dispatcher knows: whose turn it is on a device, and when it sends next. */
export interface Turns {
  isCurrent(campaignId: string): boolean
  /** Epoch ms, or null when nothing is due. */
  nextMessageAt(campaignId: string): number | null
}

/** A campaign's numbers and what it is doing, as every screen shows them. */
export function progressOf(campaign: Campaign, turns: Turns, now: number): CampaignProgress {
  const { counts } = campaign
  const status = campaignStatus(
    { ...campaign, open: openPeople(campaign), isCurrent: turns.isCurrent(campaign.id) },
    now,
  )
  const due = status === 'sending' ? turns.nextMessageAt(campaign.id) : null
  return {
    id: campaign.id,
    deviceId: campaign.deviceId,
    status,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    sent: counts.delivered + counts.read,
    failed: counts.failed,
    counts: { ...counts },
    scheduledAt: isoOrNull(campaign.scheduledAt),
    nextMessageAt: isoOrNull(due),
  }
}

/** As long as people may still come in, somebody is open. */
function openPeople({ counts, preparing }: Campaign): number {
  return Math.max(counts.queued + counts.sending, preparing ? 1 : 0)
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
