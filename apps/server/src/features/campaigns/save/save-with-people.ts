import type { FollowUpOutcome } from '@kirim/contract/campaign-actions'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { requestFreeze } from '../audience/freezes.repository.ts'
import {
  type AttachedMedia,
  createCampaignsRepository,
  lockCampaign,
} from '../campaign/campaigns.repository.ts'
import { lockAndLoad } from '../campaign/change-state.ts'
import type { CampaignSettings } from '../campaign/stored-campaign.ts'
import type { CampaignMediaLibrary, CampaignQuotas, LedgerDeps } from '../campaigns.ports.ts'
import { type CampaignKey, createCampaignKeysRepository } from './create-once.ts'
import { eraseHidden } from './delete-campaign.ts'

export interface SaveDeps extends LedgerDeps {
  readonly media: CampaignMediaLibrary
  readonly quotas: CampaignQuotas
  readonly clock: Clock
  /** Its owner is removing the number, so nothing new may start on it. */
  isBeingRemoved(deviceId: string): boolean
}

/** The owner of a new campaign; a key is stored in the same transaction. */
export interface NewCampaign {
  readonly workspaceId: string
  readonly deviceId: string
  /** A person. */
  readonly createdBy: string
  readonly key?: CampaignKey | undefined
}

/** The source of a new campaign's people; the caller knows the size of a ledger. */
type NewPeople =
  | { readonly from: { readonly groupId: string } }
  | {
      readonly from: { readonly campaignId: string; readonly outcome?: FollowUpOutcome }
      readonly size: number
    }

/**
 * Saves a new campaign and freezes its recipients; nothing is sent before they are complete.
 * Deletes a campaign that cannot be saved completely. Returns its id. Throws `group_not_found`,
 * `campaign_not_found` for the source campaign, `quota_campaigns`, `quota_people_waiting`,
 * `quota_recipients` and KeyTaken.
 */
export async function saveWithPeople(
  deps: SaveDeps,
  { key, ...owner }: NewCampaign,
  settings: CampaignSettings,
  media: readonly AttachedMedia[],
  people: NewPeople,
  signal?: AbortSignal,
): Promise<string> {
  const campaign = { ...owner, id: newId(), now: deps.clock.now() }
  await deps.db.transaction().execute(async (tx) => {
    if (key) await createCampaignKeysRepository(tx).keep(campaign, key)
    const size = await lockSource(deps, tx, people)
    await deps.quotas.campaigns.admit(tx, owner.workspaceId, 1)
    await createCampaignsRepository(tx, deps.devices).insert(campaign, settings, media)
    await requestFreeze(deps, tx, campaign, { from: people.from, size, before: 0 })
  })
  try {
    await freezePeople(deps, campaign.id, signal)
    signal?.throwIfAborted()
  } catch (error) {
    if (await takeBack(deps, campaign).catch(() => true)) throw error
  }
  return campaign.id
}

/**
 * Rolls a new campaign back: hides it, frees its key and erases it. False if another request with
 * the same key has completed it.
 */
async function takeBack(
  deps: SaveDeps,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<boolean> {
  const isTaken = await deps.db.transaction().execute(async (tx) => {
    await lockCampaign(tx, id)
    const open = await tx
      .deleteFrom('freezes')
      .where('campaign_id', '=', id)
      .executeTakeFirstOrThrow()
    if (open.numDeletedRows === 0n) return false
    await tx.updateTable('campaigns').set({ erasing: 1, enabled: 0 }).where('id', '=', id).execute()
    await createCampaignKeysRepository(tx).free(workspaceId, id)
    return true
  })
  if (isTaken) await eraseHidden(deps, id)
  return isTaken
}

/** Locks the source of the recipients against deletion. Returns their number. */
async function lockSource(deps: SaveDeps, tx: Db, people: NewPeople): Promise<number> {
  if (!('size' in people)) return deps.groups.lock(tx, people.from.groupId)
  await lockAndLoad(tx, deps, people.from.campaignId)
  return people.size
}
