import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { LedgerRooms } from '../campaigns.ports.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import { lockCampaign } from '../people/recipient-moves.ts'
import { openPeople } from '../state/campaign-state.ts'
import type { Campaign } from '../stored-campaign.ts'

/** People whose message was sent or is being sent, and those who will get none. */
export function countSettledOrSending({ counts }: Pick<Campaign, 'counts'>): number {
  const { queued: _waiting, held: _held, ...rest } = counts
  return Object.values(rest).reduce((sum, count) => sum + count, 0)
}

/** No open people: each recipient has been written to, or will not be. */
export function isFinished(
  campaign: Pick<Campaign, 'counts' | 'preparing' | 'cancelledAt'>,
): boolean {
  if (campaign.cancelledAt !== null) return false
  return openPeople(campaign) === 0 && countSettledOrSending(campaign) > 0
}

/** Locks the campaign and returns it; null when it is gone or being deleted. */
export async function lockAndFind(
  tx: Db,
  { devices }: Pick<LedgerRooms, 'devices'>,
  campaignId: string,
): Promise<Campaign | null> {
  await lockCampaign(tx, campaignId)
  return createCampaignsRepository(tx, devices).findById(campaignId)
}

/** The same. Throws `campaign_not_found`. */
export async function lockAndLoad(
  tx: Db,
  rooms: Pick<LedgerRooms, 'devices'>,
  campaignId: string,
): Promise<Campaign> {
  const campaign = await lockAndFind(tx, rooms, campaignId)
  if (!campaign) throw new DomainError('campaign_not_found')
  return campaign
}

/**
 * Throws `campaign_completed`, for a change would send to new people without a request, and
 * `campaign_cancelled`.
 */
export function refuseFinished(
  campaign: Pick<Campaign, 'counts' | 'preparing' | 'cancelledAt'>,
): void {
  if (campaign.cancelledAt !== null) throw new DomainError('campaign_cancelled')
  if (isFinished(campaign)) throw new DomainError('campaign_completed')
}
