import type { ErrorCode } from '@kirim/contract/errors'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { LedgerRooms } from '../campaigns.ports.ts'
import {
  type CampaignEvent,
  type CampaignState,
  campaignState,
  nextCampaign,
  stateColumns,
} from './campaign-state.ts'
import { createCampaignsRepository, lockCampaign } from './campaigns.repository.ts'
import type { Campaign } from './stored-campaign.ts'

/** Locks the campaign and returns it; null when it is gone or being deleted. */
export async function lockAndFind(
  tx: Db,
  { devices }: Pick<LedgerRooms, 'devices'>,
  campaignId: string,
): Promise<Campaign | null> {
  await lockCampaign(tx, campaignId)
  return createCampaignsRepository(tx, devices).findById(campaignId)
}

/** Like `lockAndFind`. Throws `campaign_not_found`. */
export async function lockAndLoad(
  tx: Db,
  rooms: Pick<LedgerRooms, 'devices'>,
  campaignId: string,
): Promise<Campaign> {
  const campaign = await lockAndFind(tx, rooms, campaignId)
  if (!campaign) throw new DomainError('campaign_not_found')
  return campaign
}

interface ChangedCampaign {
  readonly campaignId: string
  readonly isStranded?: boolean
  /** The person whose action it is. */
  readonly by?: string
}

/**
 * Applies an event to a campaign in the caller's transaction, and locks the campaign. Returns the
 * campaign as it was before. Throws `campaign_not_found` and why the event is not allowed.
 */
export async function changeState(
  tx: Db,
  { devices }: Pick<LedgerRooms, 'devices'>,
  target: ChangedCampaign,
  event: CampaignEvent,
  now: number,
): Promise<Campaign> {
  const loaded = await lockAndLoad(tx, { devices }, target.campaignId)
  const deviceRemoved = loaded.deviceRemoved || target.isStranded === true
  const state = campaignState({ ...loaded, deviceRemoved }, now)
  const next = nextCampaign(state, event)
  if (next === null) throw new DomainError(refusalOf(state, event))
  if (next !== state) {
    const columns = stateColumns(next, event, now, target.by)
    await createCampaignsRepository(tx, devices).writeState(loaded.id, columns)
  }
  return loaded
}

function refusalOf(state: CampaignState, event: CampaignEvent): ErrorCode {
  if (state === 'cancelled') return 'campaign_cancelled'
  if (event === 'cancel') return 'campaign_not_cancellable'
  if (state === 'stranded') return 'campaign_number_removed'
  if (event === 'retry_failed') return 'campaign_nobody_failed'
  if (event === 'send_to_rest') return 'campaign_not_completed'
  return 'campaign_not_running'
}
