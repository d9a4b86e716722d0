import type { Clock } from '../../../platform/clock.ts'
import type { CampaignOutgoing, LedgerDeps } from '../campaigns.ports.ts'
import { lockAndLoad } from '../finished/finished.ts'
import { moveRecipients } from '../people/recipient-moves.ts'
import { nextRecipient } from '../people/recipient-state.ts'
import { createCampaignDevicesRepository } from './campaign-devices.repository.ts'

interface RemoveDeps extends LedgerDeps {
  readonly outgoing: CampaignOutgoing
  readonly clock: Clock
}

/** People of one transaction, which takes some hundredths of a second at most. */
const STEP = 500

/**
 * Takes a removed device out of the campaigns that other devices send, too: the others go on with
 * whoever waits. Whom it was writing to fails, since it is not known whether that has left; who was
 * held with what it refused is written to by another. Returns the ids of these campaigns. Repeating
 * it is harmless.
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
  const ids = [...new Set([...beside.keys(), ...own.map(({ id }) => id)])]
  for (const campaignId of ids) {
    await db.transaction().execute(async (tx) => {
      const campaign = await lockAndLoad(tx, deps, campaignId)
      const left = campaign.furtherDevices.filter((id) => id !== deviceId)
      const isOwn = campaign.deviceId === deviceId
      const [next, ...others] = left
      const rooms = createCampaignDevicesRepository(tx, deps.devices)
      if (isOwn && next === undefined) return
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
      if (isOwn && next !== undefined) await rooms.forget(campaignId, next)
      await rooms.forget(campaignId, deviceId)
    })
    await handOver(deps, campaignId, deviceId)
  }
  return ids
}

async function handOver(deps: RemoveDeps, campaignId: string, deviceId: string): Promise<void> {
  const { db, outgoing, clock } = deps
  const of = (state: 'sending' | 'held') =>
    db
      .selectFrom('recipients')
      .select(['id', 'user_id'])
      .where('campaign_id', '=', campaignId)
      .where('state', '=', state)
      .where('device_id', '=', deviceId)
      .limit(STEP)
      .execute()
  for (const { id } of await of('sending')) {
    for (const { messageId } of await outgoing.pendingOf('campaign', id)) {
      const report = { messageId, status: 'failed' as const, reason: 'number_removed' }
      await outgoing.record(deviceId, [report])
    }
  }
  for (;;) {
    const held = await of('held')
    const [first] = held
    if (!first) return
    const ids = held.map(({ id }) => id)
    await db.transaction().execute(async (tx) => {
      await lockAndLoad(tx, deps, campaignId)
      await outgoing.forget(tx, 'campaign', ids)
      const to = nextRecipient('held', 'released')
      const place = { campaignId, userId: first.user_id, from: 'held' as const, to, marks: {} }
      await tx.updateTable('recipients').set({ device_id: null }).where('id', 'in', ids).execute()
      await moveRecipients(tx, outgoing, place, ids, clock.now())
    })
  }
}
