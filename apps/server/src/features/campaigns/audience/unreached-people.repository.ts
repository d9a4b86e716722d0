import type { RecipientState } from '@kirim/contract/campaigns'
import type { Db } from '../../../platform/database/database.ts'
import { inPages } from '../../../platform/database/in-pages.ts'
import { lockAndLoad } from '../campaign/change-state.ts'
import type { LedgerOutgoing, LedgerRooms } from '../campaigns.ports.ts'
import { createNumberChecksRepository } from '../recipients/number-checks.repository.ts'
import { acceptedColumn, isRetried, TAKEN_OUT } from '../recipients/reasons.ts'
import { moveRecipients, type Recipient } from '../recipients/recipient-moves.ts'

/** Rows per statement and transaction; the server answers others in between. */
const BATCH_SIZE = 500

/** The states in which a recipient may have been settled without a message. */
export type SettledState = 'failed' | 'skipped'

interface Ledger {
  readonly campaignId: string
  readonly groupId: string
}

interface FailedPerson extends Pick<Recipient, 'id' | 'workspaceId' | 'phoneNumber'> {
  readonly isRetried: boolean
}

/** People a campaign can still write to: members of its group, and failed recipients. */
export function createUnreachedPeopleRepository(db: Db, rooms: LedgerRooms) {
  const { outgoing } = rooms
  return {
    /** The number of a group's members in a ledger in one of these states. */
    async countInLedger(ledger: Ledger, states: readonly RecipientState[]): Promise<number> {
      let count = 0
      const read = (after: string | null) => membersPage(db, rooms, ledger, after ?? '')
      for await (const page of inPages(read, ({ contact_id }) => contact_id, null, BATCH_SIZE)) {
        count += page.filter(({ state }) => state !== null && states.includes(state)).length
      }
      return count
    },

    /**
     * The number of a group's members who were settled without a message and could be written to.
     */
    async countUnreached(ledger: Ledger, state: SettledState): Promise<number> {
      let count = 0
      const read = (after: number | null) => unreached(db, rooms, ledger, state, after ?? 0)
      for await (const page of inPages(read, ({ position }) => position, null, BATCH_SIZE)) {
        count += page.length
      }
      return count
    },

    /**
     * Re-queues some of those counted by `countUnreached`, in a transaction that locks the
     * campaign. Returns their number: 0 when none are left.
     */
    async queueMembers(ledger: Ledger, state: SettledState): Promise<number> {
      const { campaignId } = ledger
      const { workspaceId } = await lockAndLoad(db, rooms, campaignId)
      const people = await unreached(db, rooms, ledger, state, 0)
      return queueAgain(db, outgoing, { campaignId, workspaceId, from: state }, people)
    },

    /** The next failed recipients, in the order of their positions. */
    async failedAfter(campaignId: string, position: number) {
      const rows = await db
        .selectFrom('recipients')
        .select([
          'id',
          'user_id as workspaceId',
          'phone_number as phoneNumber',
          'position',
          'reason',
        ])
        .select((eb) => acceptedColumn(eb, outgoing))
        .where('campaign_id', '=', campaignId)
        .where('state', '=', 'failed')
        .where('position', '>', position)
        .orderBy('position')
        .limit(BATCH_SIZE)
        .execute()
      return rows.map((row) => ({ ...row, isRetried: isRetried(row) }))
    },

    /** Re-queues those who can be retried. Returns their number. */
    async queueFailed(campaignId: string, people: readonly FailedPerson[]): Promise<number> {
      const retried = people.filter(({ isRetried }) => isRetried)
      const workspaceId = retried[0]?.workspaceId ?? ''
      return queueAgain(db, outgoing, { campaignId, workspaceId, from: 'failed' }, retried)
    },
  }
}

/** Removes everything of the earlier attempt. */
async function queueAgain(
  tx: Db,
  outgoing: LedgerOutgoing,
  place: { readonly campaignId: string; readonly workspaceId: string; readonly from: SettledState },
  people: readonly { readonly id: string; readonly phoneNumber: string }[],
): Promise<number> {
  if (people.length === 0) return 0
  const ids = people.map(({ id }) => id)
  await outgoing.forget(tx, 'campaign', ids)
  await tx
    .updateTable('recipients')
    .set({ jid: null, device_id: null })
    .where('id', 'in', ids)
    .execute()
  const numbers = people.map(({ phoneNumber }) => phoneNumber)
  await createNumberChecksRepository(tx).forgetAbsent(place.workspaceId, numbers)
  return moveRecipients(tx, outgoing, { ...place, to: 'queued', marks: {} }, ids, null)
}

/** The next members of a group with their state in a ledger; null when they are not in it. */
function membersPage(
  db: Db,
  { groups }: LedgerRooms,
  { campaignId, groupId }: Ledger,
  after: string,
) {
  return db
    .selectFrom(groups.people.as('member'))
    .leftJoin('recipients', (join) =>
      join
        .onRef('recipients.phone_number', '=', 'member.phone_number')
        .on('recipients.campaign_id', '=', campaignId),
    )
    .select(['member.contact_id', 'recipients.state'])
    .where('member.group_id', '=', groupId)
    .where('member.contact_id', '>', after)
    .orderBy('member.contact_id')
    .limit(BATCH_SIZE)
    .execute()
}

/**
 * Recipients still in the group who certainly received nothing: their number was not on the
 * network, the network refused the message, or they were removed. A message without an answer may
 * have arrived.
 */
function unreached(
  db: Db,
  { outgoing, groups }: LedgerRooms,
  { campaignId, groupId }: Ledger,
  state: SettledState,
  after: number,
) {
  return db
    .selectFrom('recipients')
    .innerJoin(groups.people.as('member'), (join) =>
      join
        .onRef('member.user_id', '=', 'recipients.user_id')
        .onRef('member.phone_number', '=', 'recipients.phone_number')
        .on('member.group_id', '=', groupId),
    )
    .select(['recipients.id', 'recipients.position', 'recipients.phone_number as phoneNumber'])
    .where('recipients.campaign_id', '=', campaignId)
    .where('recipients.state', '=', state)
    .where('recipients.position', '>', after)
    .where((eb) =>
      eb.or([
        eb('recipients.reason', '=', state === 'failed' ? 'not_on_whatsapp' : TAKEN_OUT),
        eb('recipients.reason', 'like', 'refused%'),
      ]),
    )
    .where(({ not }) => not(outgoing.isAccepted('campaign', 'recipients.id')))
    .orderBy('recipients.position')
    .limit(BATCH_SIZE)
    .execute()
}
