import type { Db } from '../../../platform/database/database.ts'
import { createCampaignDevicesRepository } from '../campaign/campaign-devices.repository.ts'
import { lockAndFind } from '../campaign/change-state.ts'
import type { CampaignOutgoing, LedgerDeps } from '../campaigns.ports.ts'
import { failMessages, listHeldUnsettled } from '../recipients/assigned-people.repository.ts'
import { requeueHeld, requeueUnsent } from './requeue.ts'

export interface RemoveDeps extends LedgerDeps {
  readonly outgoing: CampaignOutgoing
}

/** People per transaction, which takes some hundredths of a second at most. */
const STEP = 500

/**
 * Takes a removed device out of its shared campaigns. The other devices take over its held and
 * claimed people, except those whose message may have been sent: they fail, since only the removed
 * device could find out. Returns the ids of these campaigns, without those being deleted. The
 * device stays marked as leaving until the end, so a repeated call completes an interrupted one.
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
  const campaignIds: string[] = []
  for (const campaignId of new Set([...beside.keys(), ...own.map(({ id }) => id)])) {
    if (!(await leave(deps, campaignId, deviceId))) continue
    await requeueStarted(deps, campaignId, deviceId)
    await failStarted(deps, campaignId, deviceId)
    while ((await releaseSome(deps, campaignId, deviceId)) > 0);
    await createCampaignDevicesRepository(db, deps.devices).forget(campaignId, deviceId)
    campaignIds.push(campaignId)
  }
  return campaignIds
}

/** Marks the device as leaving. False if no other device could continue. */
function leave(deps: RemoveDeps, campaignId: string, deviceId: string): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const campaign = await lockAndFind(tx, deps, campaignId)
    if (!campaign) return false
    const remaining = campaign.furtherDevices.filter((id) => id !== deviceId)
    const isOwn = campaign.deviceId === deviceId
    const [next, ...others] = remaining
    if (isOwn && next === undefined) return false
    const rooms = createCampaignDevicesRepository(tx, deps.devices)
    await tx
      .updateTable('campaigns')
      .set((eb) => ({
        ...(isOwn && next !== undefined && { device_id: next }),
        further_devices: JSON.stringify(isOwn ? others : remaining),
        // Invalidates claims that were prepared with the earlier devices.
        updated_at: eb('updated_at', '+', 1),
      }))
      .where('id', '=', campaignId)
      .execute()
    if (isOwn && next !== undefined) {
      await rooms.forget(campaignId, next)
      await assignStarted(tx, campaignId, deviceId)
    }
    await rooms.keepLeaving(campaignId, deviceId)
    return true
  })
}

/** People claimed before the campaign was shared belong to the removed device. */
async function assignStarted(tx: Db, campaignId: string, deviceId: string): Promise<void> {
  await tx
    .updateTable('recipients')
    .set({ device_id: deviceId })
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'sending')
    .where('device_id', 'is', null)
    .execute()
}

function requeueStarted(deps: RemoveDeps, campaignId: string, deviceId: string): Promise<number> {
  const { db, outgoing } = deps
  return db.transaction().execute(async (tx) => {
    const campaign = await lockAndFind(tx, deps, campaignId)
    if (!campaign) return 0
    const ids = await peopleOf(tx, campaignId, deviceId, 'sending')
    return requeueUnsent(tx, outgoing, campaign, ids)
  })
}

/** Fails the people whose message may have been sent. */
async function failStarted(deps: RemoveDeps, campaignId: string, deviceId: string): Promise<void> {
  const { db, outgoing } = deps
  const claimed = await peopleOf(db, campaignId, deviceId, 'sending')
  for (const id of [...claimed, ...(await listHeldUnsettled(db, campaignId, deviceId))]) {
    await failMessages(outgoing, await outgoing.pendingOf('campaign', id), 'number_removed')
  }
}

/** Returns how many held people were re-queued. */
function releaseSome(deps: RemoveDeps, campaignId: string, deviceId: string): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const campaign = await lockAndFind(tx, deps, campaignId)
    if (!campaign) return 0
    const ids = await peopleOf(tx, campaignId, deviceId, 'held')
    return requeueHeld(tx, deps.outgoing, campaign, ids)
  })
}

/** At most one transaction's worth. */
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
