import type { Db } from '../../../platform/database/database.ts'
import { lockAndFind } from '../campaign/change-state.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { LedgerDeps, LedgerOutgoing } from '../campaigns.ports.ts'
import { cancelledMarks, HELD_UNSETTLED } from '../recipients/reasons.ts'
import { moveRecipients } from '../recipients/recipient-moves.ts'
import { nextRecipient } from '../recipients/recipient-state.ts'

/**
 * Lets people whom a device has begun wait for the other devices of their campaign, as if it had
 * never begun them, unless something to them may have left. In a transaction that locks the
 * campaign: the device finds that their messages are gone when it is about to send one. Returns how
 * many.
 */
export async function handBackUnsent(
  tx: Db,
  outgoing: LedgerOutgoing,
  { id: campaignId, userId, cancelledAt }: Pick<Campaign, 'id' | 'userId' | 'cancelledAt'>,
  recipientIds: readonly string[],
): Promise<number> {
  const ids = await outgoing.unsentOf(tx, 'campaign', recipientIds)
  if (ids.length === 0) return 0
  await outgoing.forget(tx, 'campaign', ids)
  const place = { campaignId, userId, from: 'sending' } as const
  if (cancelledAt !== null) {
    const to = nextRecipient('sending', 'withdrawn')
    const marks = cancelledMarks(cancelledAt)
    return moveRecipients(tx, outgoing, { ...place, to, marks }, ids, cancelledAt)
  }
  await tx.updateTable('recipients').set({ device_id: null }).where('id', 'in', ids).execute()
  const to = nextRecipient('sending', 'handed_back')
  return moveRecipients(tx, outgoing, { ...place, to, marks: {} }, ids, null)
}

/** People of one transaction, which takes some hundredths of a second at most. */
const STEP = 500

/**
 * Lets people wait for the devices that are connected whom another had begun or held when it went
 * away, as far as nothing to them may have left. Returns how many.
 */
export async function handBackFromAway(
  deps: LedgerDeps,
  campaignId: string,
  isHere: (deviceId: string) => boolean,
): Promise<number> {
  const [begun, held] = await Promise.all(
    (['sending', 'held'] as const).map((state) => leftIn(deps.db, campaignId, state, isHere)),
  )
  if (!begun || !held || begun.length + held.length === 0) return 0
  return deps.db.transaction().execute(async (tx) => {
    const campaign = await lockAndFind(tx, deps, campaignId)
    if (!campaign) return 0
    const unsent = await handBackUnsent(tx, deps.outgoing, campaign, begun)
    return unsent + (await releaseHeld(tx, deps.outgoing, campaign, held))
  })
}

/**
 * Whom a device held is written to by another, with a message of their own, unless something to
 * them may have left. In a transaction that locks the campaign. Returns how many.
 */
export async function releaseHeld(
  tx: Db,
  outgoing: LedgerOutgoing,
  { id: campaignId, userId, cancelledAt }: Pick<Campaign, 'id' | 'userId' | 'cancelledAt'>,
  recipientIds: readonly string[],
): Promise<number> {
  // Who was held when a campaign was ended is passed over with everybody who waits.
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
  const place = { campaignId, userId, from: 'held', to, marks: {} } as const
  return moveRecipients(tx, outgoing, place, ids, null)
}

async function leftIn(
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
