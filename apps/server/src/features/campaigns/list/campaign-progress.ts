import type { CampaignProgress } from '@kirim/contract/campaigns'
import type { CampaignDevices } from '../campaigns.ports.ts'
import { isoOrNull } from '../iso-time.ts'
import { actionsIn, campaignState, openPeople, totalOf } from '../state/campaign-state.ts'
import type { Campaign } from '../stored-campaign.ts'
import { campaignStanding, type NumberConnection, type StatusFacts } from './campaign-status.ts'

/**
 * State that only the running server knows: which campaign each device is sending, when its next
 * message is due, which devices are connected, and whether anything can be stored.
 */
export interface LiveState {
  isCurrent(campaignId: string): boolean
  /** The name of the campaign that a device is sending; null while it sends none. */
  currentOf(deviceId: string): string | null
  /** Epoch milliseconds; null when nothing is due. */
  nextMessageAt(campaignId: string): number | null
  /** For a device that is neither removed nor unlinked. */
  connectionOf(deviceId: string): 'connected' | 'connecting' | 'disconnected'
  storageIsFull(): boolean
  /** Of a connected device; null without a limit of its new chats. */
  limitedUntil(deviceId: string): number | null
  /** The day of a number, by its pace. */
  dayOf: CampaignDevices['dayOf']
}

/** A campaign's numbers and what it is doing, as all screens show them. */
export function progressOf(campaign: Campaign, live: LiveState, now: number): CampaignProgress {
  const { counts } = campaign
  const isCurrent = live.isCurrent(campaign.id)
  const day = live.dayOf(campaign.pace, now)
  const { status, code, params } = campaignStanding(
    {
      ...campaign,
      connection: connectionOf(campaign, live),
      storageIsFull: live.storageIsFull(),
      // While one device sends it, the full day of another keeps nobody waiting.
      day: isCurrent && campaign.furtherDevices.length > 0 ? { ...day, cap: null } : day,
      ...limitOf(campaign, live, now),
      isCurrent,
      ahead: live.currentOf(campaign.deviceId),
    },
    now,
  )
  const due = status === 'sending' ? live.nextMessageAt(campaign.id) : null
  const over = openPeople(campaign) === 0
  return {
    id: campaign.id,
    deviceId: campaign.deviceId,
    status,
    sentence: { code, params: { ...params } },
    actions: actionsIn(campaignState(campaign, now), counts),
    total: totalOf(counts),
    sent: counts.delivered + counts.read,
    failed: counts.failed,
    answered: campaign.answered,
    counts: { ...counts },
    createdAt: new Date(campaign.createdAt).toISOString(),
    scheduledAt: isoOrNull(campaign.scheduledAt),
    pausedAt: isoOrNull(campaign.pausedAt),
    cancelledAt: isoOrNull(campaign.cancelledAt),
    endedAt: isoOrNull(over ? campaign.endedAt : null),
    nextMessageAt: isoOrNull(due),
  }
}

/** Of several devices, a campaign waits for the one that may write to somebody new first. */
function limitOf(
  campaign: Campaign,
  live: LiveState,
  now: number,
): Pick<StatusFacts, 'limitedUntil' | 'isLimitNamed' | 'isLimited'> {
  const { deviceId, furtherDevices, limitedUntil, isLimitNamed } = campaign
  if (furtherDevices.length === 0) return { limitedUntil, isLimitNamed, isLimited: false }
  const limits = [deviceId, ...furtherDevices]
    .filter((id) => live.connectionOf(id) === 'connected')
    .map((id) => live.limitedUntil(id) ?? 0)
  const ahead = limits.filter((until) => until > now)
  const until = ahead.length > 0 ? Math.min(...ahead) : limitedUntil
  return {
    limitedUntil: until,
    // Of another device nothing is said that only the network knows.
    isLimitNamed: isLimitNamed && until === limitedUntil,
    isLimited: ahead.length > 0 && ahead.length === limits.length,
  }
}

function connectionOf(campaign: Campaign, live: LiveState): NumberConnection {
  if (campaign.deviceRemoved) return 'removed'
  // One that is connected is enough.
  const beside = campaign.furtherDevices.map((id) => live.connectionOf(id))
  if (beside.includes('connected')) return 'connected'
  if (campaign.deviceUnlinked) return 'unlinked'
  return live.connectionOf(campaign.deviceId)
}
