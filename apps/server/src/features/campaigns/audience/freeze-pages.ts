import type { RecipientState } from '@kirim/contract/campaigns'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { preferIndexes } from '../../../platform/database/prefer-indexes.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'
import type { CampaignGroups } from '../campaigns.ports.ts'
import { TAKEN_OUT } from '../recipients/reasons.ts'
import type { Freeze } from './freezes.repository.ts'

/** Most people per transaction on the server's thread: some hundredths of a second at most. */
export const FREEZE_BATCH_SIZE = 500

const OWN_STEPS = { first: 250, fewest: 100, most: FREEZE_BATCH_SIZE }

/** Other writers wait for one step; readers do not. */
const THREAD_STEPS = { first: 500, fewest: 100, most: 2000, stepMs: 30 }

/** Statements run in another process: only changes of the same campaign wait for a step. */
const SERVER_STEPS = { first: 2000, fewest: 500, most: 10_000, stepMs: 250 }

/** People per step, for small and for large campaigns. */
export function freezeSteps(db: Db) {
  return isSqlite(db)
    ? { few: OWN_STEPS, many: THREAD_STEPS }
    : { few: SERVER_STEPS, many: SERVER_STEPS }
}

/** The columns of a queued person; the selections keep this order. */
const FROZEN = [
  'id',
  'campaign_id',
  'state',
  'user_id',
  'position',
  'name',
  'phone_number',
  'fields',
] as const

/**
 * The end of the next page of people, in a transaction; null when none are left. The page size
 * counts all people of another campaign, also those that are filtered out.
 */
export async function pageEnd(
  db: Db,
  groups: CampaignGroups,
  freeze: Freeze,
  limit: number,
): Promise<string | null> {
  await preferIndexes(db)
  const page =
    freeze.group_id !== null
      ? membersAfter(db, groups, freeze, limit)
      : peopleAfter(db, freeze, limit)
  const row = await db
    .selectFrom(page.as('page'))
    .select((eb) => eb.fn.max('page.place').as('last'))
    .executeTakeFirst()
  return row?.last ?? null
}

function membersAfter(db: Db, groups: CampaignGroups, freeze: Freeze, limit: number) {
  return db
    .selectFrom(groups.members.as('member'))
    .select('contact_id as place')
    .where('group_id', '=', freeze.group_id)
    .where('contact_id', '>', freeze.after)
    .where('contact_id', '<=', freeze.until)
    .orderBy('contact_id')
    .limit(limit)
}

function peopleAfter(db: Db, freeze: Freeze, limit: number) {
  return db
    .selectFrom('recipients')
    .select('phone_number as place')
    .where('campaign_id', '=', freeze.source_id)
    .where('phone_number', '>', freeze.after)
    .orderBy('phone_number')
    .limit(limit)
}

/** Returns how many were added. */
export async function insertPage(
  tx: Db,
  groups: CampaignGroups,
  freeze: Freeze,
  upTo: string,
): Promise<number> {
  await preferIndexes(tx)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('recipients')
    .columns(FROZEN)
    .expression(
      freeze.group_id !== null ? members(tx, groups, freeze, upTo) : people(tx, freeze, upTo),
    )
    .onConflict((conflict) => conflict.columns(['campaign_id', 'phone_number']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** The first columns of a person with the number in this column. */
function queuedAs({ campaign_id }: Freeze, phoneNumber: string) {
  const campaignId = sql<string>`cast(${campaign_id} as text)`
  return [
    // Built from the phone number, because a contact's number may change.
    sql<string>`${campaignId} || ':' || ${sql.ref(phoneNumber)}`.as('id'),
    campaignId.as('campaign_id'),
    sql<RecipientState>`'queued'`.as('state'),
  ] as const
}

function members(db: Db, groups: CampaignGroups, freeze: Freeze, upTo: string) {
  return db
    .selectFrom(groups.people.as('member'))
    .select([
      ...queuedAs(freeze, 'member.phone_number'),
      'member.user_id',
      sql<number>`cast(${freeze.position} as integer) + row_number() over (order by member.contact_id)`.as(
        'position',
      ),
      'member.name',
      'member.phone_number',
      'member.fields',
    ])
    .where('member.group_id', '=', freeze.group_id)
    .where('member.contact_id', '>', freeze.after)
    .where('member.contact_id', '<=', upTo)
}

function hasOutcome(eb: ExpressionBuilder<Database, 'recipients'>, outcome: Freeze['outcome']) {
  switch (outcome) {
    case 'not_answered':
      return eb.and([
        eb('state', 'in', ['sent', 'delivered', 'read']),
        eb('answered_at', 'is', null),
      ])
    case 'not_read':
      return eb('state', 'in', ['sent', 'delivered'])
    case 'answered':
      return eb('answered_at', 'is not', null)
    case 'failed':
      return eb('state', '=', 'failed')
    case '':
      return eb.lit(true)
  }
}

/** SQL condition: the person of a source ledger is copied. */
export function isCopied(
  eb: ExpressionBuilder<Database, 'recipients'>,
  outcome: Freeze['outcome'],
): Expression<SqlBool> {
  const stays = eb.or([eb('reason', 'is', null), eb('reason', '!=', TAKEN_OUT)])
  return eb.and([stays, hasOutcome(eb, outcome)])
}

/** In the order of the source ledger, in any state; removed people stay out. */
function people(db: Db, freeze: Freeze, upTo: string) {
  return db
    .selectFrom('recipients')
    .select([
      ...queuedAs(freeze, 'phone_number'),
      'user_id',
      'position',
      'name',
      'phone_number',
      'fields',
    ])
    .where('campaign_id', '=', freeze.source_id)
    .where('phone_number', '>', freeze.after)
    .where('phone_number', '<=', upTo)
    .where((eb) => isCopied(eb, freeze.outcome))
}
