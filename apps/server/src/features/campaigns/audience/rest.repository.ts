import { setImmediate } from 'node:timers/promises'
import type { RecipientState } from '@kirim/contract/campaigns'
import type { Db } from '../../../platform/database/database.ts'
import { lockAndLoad } from '../campaign/change-state.ts'
import type { LedgerRooms } from '../campaigns.ports.ts'
import { createNumberChecksRepository } from './number-checks.repository.ts'
import { TAKEN_OUT } from './reasons.ts'
import { moveRecipients } from './recipient-moves.ts'

/** Rows per statement; the server answers others in between. */
const BATCH_SIZE = 500

/** The states in which a recipient may have been settled without a message. */
export type SettledState = 'failed' | 'skipped'

interface Ledger {
  readonly campaignId: string
  readonly groupId: string
}

/** Members of a group by their state in a campaign's ledger. */
export function createRestRepository(db: Db, rooms: LedgerRooms) {
  const { outgoing } = rooms
  return {
    /** The number of a group's members in a ledger in one of these states. */
    async countInLedger(ledger: Ledger, states: readonly RecipientState[]): Promise<number> {
      let count = 0
      let after = ''
      for (;;) {
        const page = await membersPage(db, rooms, ledger, after)
        count += page.filter(({ state }) => state !== null && states.includes(state)).length
        const last = page.at(-1)
        if (page.length < BATCH_SIZE || !last) return count
        after = last.contact_id
        await setImmediate()
      }
    },

    /**
     * The number of a group's members who were settled without a message and could be written to.
     */
    async countUnreached(ledger: Ledger, state: SettledState): Promise<number> {
      let count = 0
      let after = 0
      for (;;) {
        const page = await unreached(db, rooms, ledger, state, after)
        count += page.length
        const last = page.at(-1)
        if (page.length < BATCH_SIZE || !last) return count
        after = last.position
        await setImmediate()
      }
    },

    /**
     * Queues some of those counted by `countUnreached` again, as if they had never been tried; in a
     * transaction that locks the campaign. Returns their number: 0 when none are left.
     */
    async queueSomeAgain(ledger: Ledger, state: SettledState): Promise<number> {
      const { userId } = await lockAndLoad(db, rooms, ledger.campaignId)
      const people = await unreached(db, rooms, ledger, state, 0)
      const ids = people.map(({ id }) => id)
      if (ids.length === 0) return 0
      const numbers = people.map(({ phone_number }) => phone_number)
      await createNumberChecksRepository(db).forgetAbsent(userId, numbers)
      await outgoing.forget(db, 'campaign', ids)
      await db
        .updateTable('recipients')
        .set({ jid: null, device_id: null })
        .where('id', 'in', ids)
        .execute()
      const place = { campaignId: ledger.campaignId, userId, from: state } as const
      return moveRecipients(db, outgoing, { ...place, to: 'queued', marks: {} }, ids, null)
    },
  }
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
    .select(['recipients.id', 'recipients.position', 'recipients.phone_number'])
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
