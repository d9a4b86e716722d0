import type { CampaignProgress } from '@kirim/contract/campaigns'
import { isoOrNull } from '../../../platform/clock.ts'
import { actionsIn, campaignState, openPeople, totalOf } from '../campaign/campaign-state.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import { campaignStanding, type StatusFacts } from './campaign-status.ts'
import {
  firstToGoOn,
  type LiveNumbers,
  numbersOf,
  numbersOfRest,
  type OtherDevices,
  waitOf,
} from './sending-numbers.ts'

/** State that only the running server knows. */
export interface LiveState extends LiveNumbers {
  isCurrent(campaignId: string): boolean
  /** The media storage is unreachable, so its file cannot be sent. */
  lacksMedia(campaignId: string): boolean
  /** It waits, because the network accepts no files. */
  waitsForHost(campaignId: string): boolean
  /** Epoch milliseconds; null when nothing is due. */
  nextMessageAt(campaignId: string): number | null
  storageIsFull(): boolean
}

/**
 * A campaign's counts and status, as all screens show them. `beside` are the other devices that
 * send it; it runs while any of them can.
 */
export function progressOf(
  campaign: Campaign,
  beside: OtherDevices,
  live: LiveState,
  now: number,
): CampaignProgress {
  const { counts } = campaign
  const { status, code, params } = campaignStanding(factsOf(campaign, beside, live, now), now)
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

/** Of several devices, the status is that of the one that can send first. */
function factsOf(
  campaign: Campaign,
  beside: OtherDevices,
  live: LiveState,
  now: number,
): StatusFacts {
  const numbers = numbersOf(campaign, beside, live, now)
  const isShared = numbers.length > 1
  const rest = numbersOfRest(campaign, numbers)
  const number = campaign.deviceRemoved ? numbers[0] : firstToGoOn(rest)
  return {
    ...campaign,
    ...number,
    deviceName: number.name,
    storageIsFull: live.storageIsFull(),
    // With a single device, people who cannot be written to yet are held.
    isLimited: isShared && waitOf(number)?.cause === 'limited',
    isCurrent: live.isCurrent(campaign.id),
    lacksMedia: live.lacksMedia(campaign.id),
    waitsForHost: live.waitsForHost(campaign.id),
    waiting: isShared && waitOf(number) === null ? rest.filter((each) => waitOf(each)) : [],
  }
}
