import type { Db } from '../../../platform/database/database.ts'
import type { LedgerOutgoing } from '../campaigns.ports.ts'
import { createNumberChecksRepository } from './number-checks.repository.ts'
import { acceptedColumn, isRetried } from './reasons.ts'
import { moveRecipients } from './recipient-moves.ts'

/** Of one statement and one transaction. */
const ROWS_AT_ONCE = 500

export interface FailedPerson {
  readonly id: string
  readonly userId: string
  readonly phoneNumber: string
  readonly position: number
  readonly reason: string | null
  readonly isRetried: boolean
}

/** Those of a campaign who failed. */
export function createFailedPeopleRepository(db: Db, outgoing: LedgerOutgoing) {
  return {
    /** The next ones after a position, in order. */
    async after(campaignId: string, position: number): Promise<FailedPerson[]> {
      const rows = await db
        .selectFrom('recipients')
        .select((eb) => [
          'id',
          'user_id',
          'phone_number',
          'position',
          'reason',
          acceptedColumn(eb, outgoing),
        ])
        .where('campaign_id', '=', campaignId)
        .where('state', '=', 'failed')
        .where('position', '>', position)
        .orderBy('position')
        .limit(ROWS_AT_ONCE)
        .execute()
      return rows.map(({ id, user_id, phone_number, position, reason, accepted }) => ({
        id,
        userId: user_id,
        phoneNumber: phone_number,
        position,
        reason,
        isRetried: isRetried({ reason, accepted }),
      }))
    },

    /** Returns how many of them wait now, as if they had never been tried. */
    async queueAgain(campaignId: string, people: readonly FailedPerson[]): Promise<number> {
      const retried = people.filter(({ isRetried }) => isRetried)
      const [first] = retried
      if (!first) return 0
      const ids = retried.map(({ id }) => id)
      await outgoing.forget(db, 'campaign', ids)
      await db
        .updateTable('recipients')
        .set({ jid: null, device_id: null })
        .where('id', 'in', ids)
        .execute()
      const { userId } = first
      const numbers = retried.map(({ phoneNumber }) => phoneNumber)
      await createNumberChecksRepository(db).forgetAbsent(userId, numbers)
      const transition = { campaignId, userId, from: 'failed', to: 'queued', marks: {} } as const
      return moveRecipients(db, outgoing, transition, ids, null)
    },
  }
}
