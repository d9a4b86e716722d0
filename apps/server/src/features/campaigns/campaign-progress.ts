import type { CampaignProgress } from '@kirim/contract/campaigns'
import { campaignStanding, type NumberConnection, openPeople, totalOf } from './campaign-status.ts'
import type { Campaign } from './campaigns.repository.ts'

/**
 * What only the dispatcher and the devices know:
 * whose turn it is, when it sends next, who is connected.
 */
export interface Turns {
  isCurrent(campaignId: string): boolean
  /** The name of the campaign whose turn it is on a device; null when it is nobody's. */
  currentOf(deviceId: string): string | null
  /** Epoch ms, or null when nothing is due. */
  nextMessageAt(campaignId: string): number | null
  /** Of a device that is neither removed nor unlinked. */
  connectionOf(deviceId: string): 'connected' | 'connecting' | 'disconnected'
}

/** A campaign's numbers and what it is doing, as every screen shows them. */
export function progressOf(campaign: Campaign, turns: Turns, now: number): CampaignProgress {
  const { counts } = campaign
  const { status, code, params } = campaignStanding(
    {
      ...campaign,
      connection: connectionOf(campaign, turns),
      isCurrent: turns.isCurrent(campaign.id),
      ahead: turns.currentOf(campaign.deviceId),
    },
    now,
  )
  const due = status === 'sending' ? turns.nextMessageAt(campaign.id) : null
  const over = openPeople(campaign) === 0
  return {
    id: campaign.id,
    deviceId: campaign.deviceId,
    status,
    sentence: { code, params: { ...params } },
    total: totalOf(counts),
    sent: counts.delivered + counts.read,
    failed: counts.failed,
    counts: { ...counts },
    createdAt: new Date(campaign.createdAt).toISOString(),
    scheduledAt: isoOrNull(campaign.scheduledAt),
    pausedAt: isoOrNull(campaign.pausedAt),
    endedAt: isoOrNull(over ? campaign.endedAt : null),
    nextMessageAt: isoOrNull(due),
  }
}

function connectionOf(campaign: Campaign, turns: Turns): NumberConnection {
  if (campaign.deviceRemoved) return 'removed'
  if (campaign.deviceUnlinked) return 'unlinked'
  return turns.connectionOf(campaign.deviceId)
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
