import type { Db } from '../../../platform/database/database.ts'
import { createCampaignDevicesRepository } from '../campaign/campaign-devices.repository.ts'
import { lockAndFind } from '../campaign/change-state.ts'
import type { CampaignOutgoing, LedgerDeps } from '../campaigns.ports.ts'
import { failMessages, heldUnsettled } from '../recipients/begun-people.repository.ts'
import { handBackUnsent, releaseHeld } from './hand-back.ts'

export interface RemoveDeps extends LedgerDeps {
  readonly outgoing: CampaignOutgoing
}

/** People of one transaction, which takes some hundredths of a second at most. */
const STEP = 500

/**
 * Takes a removed device out of the campaigns that other devices send, too: the others go on with
 * whoever waits, and with whom it was writing to as long as nothing to them can have left. Where
 * something may have, they fail, since only the device could find out, held or not; whom else it
 * held is written to by another. Returns the ids of these campaigns, without those that are
 * being deleted. Until all of it is done the campaigns know the device as one that leaves, so that
 * repeating it completes what was cut off.
 */
export async function removeFromCampaigns(deps: RemoveDeps, deviceId: string): Promise<string[]> {
  const { db } = deps
  const beside = await createCampaignDevicesRepository(db, deps.devices).idsOf(deviceId)
  const own = await db
    .selectFrom('campaigns')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('further_devices', '!=', '[]')
    .where('erasing', '=', 0)
    .execute()
  const left: string[] = []
  for (const campaignId of new Set([...beside.keys(), ...own.map(({ id }) => id)])) {
    if (!(await leave(deps, campaignId, deviceId))) continue
    await handBackBegun(deps, campaignId, deviceId)
    await failBegun(deps, campaignId, deviceId)
    while ((await releaseSome(deps, campaignId, deviceId)) > 0);
    await createCampaignDevicesRepository(db, deps.devices).forget(campaignId, deviceId)
    left.push(campaignId)
  }
  return left
}

/** It takes nobody new. False where it has no part, or nobody else could go on. */
function leave(deps: RemoveDeps, campaignId: string, deviceId: string): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const campaign = await lockAndFind(tx, deps, campaignId)
    if (!campaign) return false
    const left = campaign.furtherDevices.filter((id) => id !== deviceId)
    const isOwn = campaign.deviceId === deviceId
    const [next, ...others] = left
    if (isOwn && next === undefined) return false
    const rooms = createCampaignDevicesRepository(tx, deps.devices)
    await tx
      .updateTable('campaigns')
      .set((eb) => ({
        ...(isOwn && next !== undefined && { device_id: next }),
        further_devices: JSON.stringify(isOwn ? others : left),
        // Whoever is about to be claimed with the earlier devices is read again.
        updated_at: eb('updated_at', '+', 1),
      }))
      .where('id', '=', campaignId)
      .execute()
    if (isOwn && next !== undefined) {
      await rooms.forget(campaignId, next)
      await nameBegun(tx, campaignId, deviceId)
    }
    await rooms.keepLeaving(campaignId, deviceId)
    return true
  })
}

/** Whom it began before people were dealt belongs to it, and not to the campaign's next device. */
async function nameBegun(tx: Db, campaignId: string, deviceId: string): Promise<void> {
  await tx
    .updateTable('recipients')
    .set({ device_id: deviceId })
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'sending')
    .where('device_id', 'is', null)
    .execute()
}

function handBackBegun(deps: RemoveDeps, campaignId: string, deviceId: string): Promise<number> {
  const { db, outgoing } = deps
  return db.transaction().execute(async (tx) => {
    const campaign = await lockAndFind(tx, deps, campaignId)
    if (!campaign) return 0
    const ids = await peopleOf(tx, campaignId, deviceId, 'sending')
    return handBackUnsent(tx, outgoing, campaign, ids)
  })
}

/** Those of whom only the network knows whether something to them has left, held or not. */
async function failBegun(deps: RemoveDeps, campaignId: string, deviceId: string): Promise<void> {
  const { db, outgoing } = deps
  const begun = await peopleOf(db, campaignId, deviceId, 'sending')
  for (const id of [...begun, ...(await heldUnsettled(db, campaignId, deviceId))]) {
    await failMessages(outgoing, await outgoing.pendingOf('campaign', id), 'number_removed')
  }
}

/** Returns how many of those whom it held wait for the others from now on. */
function releaseSome(deps: RemoveDeps, campaignId: string, deviceId: string): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const campaign = await lockAndFind(tx, deps, campaignId)
    if (!campaign) return 0
    const ids = await peopleOf(tx, campaignId, deviceId, 'held')
    return releaseHeld(tx, deps.outgoing, campaign, ids)
  })
}

/** At most as many as one transaction takes. */
async function peopleOf(
  db: Db,
  campaignId: string,
  deviceId: string,
  state: 'sending' | 'held',
): Promise<string[]> {
  const rows = await db
    .selectFrom('recipients')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('state', '=', state)
    .where('device_id', '=', deviceId)
    .limit(STEP)
    .execute()
  return rows.map(({ id }) => id)
}
