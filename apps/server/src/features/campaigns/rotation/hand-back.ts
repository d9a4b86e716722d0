import type { Db } from '../../../platform/database/database.ts'
import type { LedgerDeps, LedgerOutgoing } from '../campaigns.ports.ts'
import { lockAndFind } from '../finished/finished.ts'
import { moveRecipients } from '../people/recipient-moves.ts'
import { nextRecipient } from '../people/recipient-state.ts'
import { cancelledMarks } from '../state/cancel-campaign.ts'
import type { Campaign } from '../stored-campaign.ts'

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

/** Each device writes to one person at a time. */
const MOST_BEGUN = 20

/**
 * Lets people wait for the devices that are connected whom another had begun when it went away, as
 * far as nothing to them may have left. Returns how many.
 */
export async function handBackFromAway(
  deps: LedgerDeps,
  campaignId: string,
  isHere: (deviceId: string) => boolean,
): Promise<number> {
  const begun = await deps.db
    .selectFrom('recipients')
    .select(['id', 'device_id'])
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'sending')
    .limit(MOST_BEGUN)
    .execute()
  const left = begun.filter((row) => row.device_id !== null && !isHere(row.device_id))
  if (left.length === 0) return 0
  return deps.db.transaction().execute(async (tx) => {
    const campaign = await lockAndFind(tx, deps, campaignId)
    const ids = left.map(({ id }) => id)
    return campaign ? handBackUnsent(tx, deps.outgoing, campaign, ids) : 0
  })
}
