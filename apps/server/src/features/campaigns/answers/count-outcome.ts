import { setImmediate } from 'node:timers/promises'
import type { FollowUpOutcome } from '@kirim/contract/campaign-actions'
import type { Db } from '../../../platform/database/database.ts'
import { isCopied } from '../people/freeze-pages.ts'

/** Of one statement. */
const ROWS_AT_ONCE = 2000

/** How many people a follow-up to those with this outcome would take; lets others go on. */
export async function countOutcome(
  db: Db,
  campaignId: string,
  outcome: FollowUpOutcome,
): Promise<number> {
  let people = 0
  for (let after = ''; ; ) {
    const { rows, last, taken } = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('recipients')
          .select('phone_number')
          .select((row) =>
            row.case().when(isCopied(row, outcome)).then(1).else(0).end().as('is_taken'),
          )
          .where('campaign_id', '=', campaignId)
          .where('phone_number', '>', after)
          .orderBy('phone_number')
          .limit(ROWS_AT_ONCE)
          .as('page'),
      )
      .select(({ fn }) => [
        fn.countAll<number | string>().as('rows'),
        fn.max('phone_number').as('last'),
        fn.sum<number | string | null>('is_taken').as('taken'),
      ])
      .executeTakeFirstOrThrow()
    people += Number(taken ?? 0)
    if (Number(rows) < ROWS_AT_ONCE || last === null) return people
    after = last
    await setImmediate()
  }
}
