import type { Db } from '../../../platform/database/database.ts'
import { lockAndFind } from '../campaign/change-state.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { LedgerDeps, LedgerOutgoing } from '../campaigns.ports.ts'
import { cancelledMarks, HELD_UNSETTLED } from '../recipients/reasons.ts'
import { moveRecipients } from '../recipients/recipient-moves.ts'
import { nextRecipient } from '../recipients/recipient-state.ts'

/**
 * Returns a device's claimed recipients to the shared queue, except those whose message may have
 * been sent. Runs in a transaction that locks the campaign; the device notices that their messages
 * are gone before it sends one. Returns their number.
 */
export async function requeueUnsent(
  tx: Db,
  outgoing: LedgerOutgoing,
  {
    id: campaignId,
    workspaceId,
    cancelledAt,
  }: Pick<Campaign, 'id' | 'workspaceId' | 'cancelledAt'>,
  recipientIds: readonly string[],
): Promise<number> {
  const ids = await outgoing.unsentOf(tx, 'campaign', recipientIds)
  if (ids.length === 0) return 0
  await outgoing.forget(tx, 'campaign', ids)
  const place = { campaignId, workspaceId, from: 'sending' } as const
  if (cancelledAt !== null) {
    const to = nextRecipient('sending', 'withdrawn')
    const marks = cancelledMarks(cancelledAt)
    return moveRecipients(tx, outgoing, { ...place, to, marks }, ids, cancelledAt)
  }
  await tx.updateTable('recipients').set({ device_id: null }).where('id', 'in', ids).execute()
  const to = nextRecipient('sending', 'handed_back')
  return moveRecipients(tx, outgoing, { ...place, to, marks: {} }, ids, null)
}

/** People per transaction, which takes some hundredths of a second at most. */
const STEP = 500

/**
 * Returns claimed and held recipients of offline devices to the shared queue, except those whose
 * message may have been sent. Returns their number.
 */
export async function requeueFromOffline(
  deps: LedgerDeps,
  campaignId: string,
  isHere: (deviceId: string) => boolean,
): Promise<number> {
  const [claimed, held] = await Promise.all(
    (['sending', 'held'] as const).map((state) =>
      assignedElsewhere(deps.db, campaignId, state, isHere),
    ),
  )
  if (!claimed || !held || claimed.length + held.length === 0) return 0
  return deps.db.transaction().execute(async (tx) => {
    const campaign = await lockAndFind(tx, deps, campaignId)
    if (!campaign) return 0
    const unsent = await requeueUnsent(tx, deps.outgoing, campaign, claimed)
    return unsent + (await requeueHeld(tx, deps.outgoing, campaign, held))
  })
}

/**
 * Returns held recipients to the shared queue without their messages, except those whose message
 * may have been sent. Runs in a transaction that locks the campaign. Returns their number.
 */
export async function requeueHeld(
  tx: Db,
  outgoing: LedgerOutgoing,
  {
    id: campaignId,
    workspaceId,
    cancelledAt,
  }: Pick<Campaign, 'id' | 'workspaceId' | 'cancelledAt'>,
  recipientIds: readonly string[],
): Promise<number> {
  // The cancellation skips held people with everybody who waits.
  if (recipientIds.length === 0 || cancelledAt !== null) return 0
  const rows = await tx
    .updateTable('recipients')
    .set({ device_id: null })
    .where('id', 'in', recipientIds)
    .where('state', '=', 'held')
    .where('reason', 'is distinct from', HELD_UNSETTLED)
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await outgoing.forget(tx, 'campaign', ids)
  const to = nextRecipient('held', 'released')
  const place = { campaignId, workspaceId, from: 'held', to, marks: {} } as const
  return moveRecipients(tx, outgoing, place, ids, null)
}

async function assignedElsewhere(
  db: Db,
  campaignId: string,
  state: 'sending' | 'held',
  isHere: (deviceId: string) => boolean,
): Promise<string[]> {
  const rows = await db
    .selectFrom('recipients')
    .select(['id', 'device_id'])
    .where('campaign_id', '=', campaignId)
    .where('state', '=', state)
    .where('reason', 'is distinct from', HELD_UNSETTLED)
    .orderBy('position')
    .limit(STEP)
    .execute()
  return rows.flatMap((row) => (row.device_id === null || isHere(row.device_id) ? [] : row.id))
}
