import type { RecipientState } from '@kirim/contract/campaigns'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { FreezeTable } from '../../../platform/database/schema.ts'
import type { CampaignGroups } from '../campaigns.ports.ts'
import { TAKEN_OUT } from '../finished/rest.repository.ts'

/** People of one transaction: it takes some hundredths of a second at most. */
export const FREEZE_BATCH_SIZE = 500

export type Freeze = Selectable<FreezeTable>

/** What is written of a person who is yet to be written to; the selections keep this order. */
const FROZEN = [
  'id',
  'campaign_id',
  'user_id',
  'position',
  'name',
  'phone_number',
  'state',
] as const

/** What ends the next page of those to be taken over, or null when there is nobody left. */
export async function pageEnd(
  db: Db,
  groups: CampaignGroups,
  freeze: Freeze,
): Promise<string | null> {
  const page = freeze.group_id !== null ? membersAfter(db, groups, freeze) : peopleAfter(db, freeze)
  const row = await db
    .selectFrom(page.as('page'))
    .select((eb) => eb.fn.max('page.place').as('last'))
    .executeTakeFirst()
  return row?.last ?? null
}

function membersAfter(db: Db, groups: CampaignGroups, freeze: Freeze) {
  return db
    .selectFrom(groups.members.as('member'))
    .select('contact_id as place')
    .where('group_id', '=', freeze.group_id)
    .where('contact_id', '>', freeze.after)
    .where('contact_id', '<=', freeze.until)
    .orderBy('contact_id')
    .limit(FREEZE_BATCH_SIZE)
}

function peopleAfter(db: Db, freeze: Freeze) {
  return db
    .selectFrom('recipients')
    .select('phone_number as place')
    .where('campaign_id', '=', freeze.source_id)
    .where('phone_number', '>', freeze.after)
    .orderBy('phone_number')
    .limit(FREEZE_BATCH_SIZE)
}

/** Answers how many came in. */
export async function insertPage(
  tx: Db,
  groups: CampaignGroups,
  freeze: Freeze,
  upTo: string,
): Promise<number> {
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

function members(db: Db, groups: CampaignGroups, freeze: Freeze, upTo: string) {
  return db
    .selectFrom(groups.people.as('member'))
    .select([
      // Of the number, not of the contact, whose number may be another by now.
      sql<string>`cast(${freeze.campaign_id} as text) || ':' || member.phone_number`.as('id'),
      sql<string>`cast(${freeze.campaign_id} as text)`.as('campaign_id'),
      'member.user_id',
      sql<number>`cast(${freeze.position} as integer) + row_number() over (order by member.contact_id)`.as(
        'position',
      ),
      'member.name',
      'member.phone_number',
      sql<RecipientState>`'queued'`.as('state'),
    ])
    .where('member.group_id', '=', freeze.group_id)
    .where('member.contact_id', '>', freeze.after)
    .where('member.contact_id', '<=', upTo)
}

/** In the order in which they stand there, whatever became of them; who was taken out stays out. */
function people(db: Db, freeze: Freeze, upTo: string) {
  return db
    .selectFrom('recipients')
    .select([
      sql<string>`cast(${freeze.campaign_id} as text) || ':' || phone_number`.as('id'),
      sql<string>`cast(${freeze.campaign_id} as text)`.as('campaign_id'),
      'user_id',
      'position',
      'name',
      'phone_number',
      sql<RecipientState>`'queued'`.as('state'),
    ])
    .where('campaign_id', '=', freeze.source_id)
    .where('phone_number', '>', freeze.after)
    .where('phone_number', '<=', upTo)
    .where((eb) => eb.or([eb('reason', 'is', null), eb('reason', '!=', TAKEN_OUT)]))
}
