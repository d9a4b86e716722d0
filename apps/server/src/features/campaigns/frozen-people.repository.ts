import type { RecipientState } from '@kirim/contract/campaigns'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** How many people one statement freezes; between statements the server answers others. */
const FREEZE_AT_ONCE = 5000

/** What is written of a person who is yet to be written to; the selections keep this order. */
const FROZEN = [
  'id',
  'campaign_id',
  'user_id',
  'position',
  'name',
  'phone_number',
  'state',
  'attempts',
] as const

/** Who a campaign writes to, fixed when it is saved. */
export function createFrozenPeopleRepository(db: Db) {
  return {
    /** Freezes a group's members as recipients. People already in this ledger are left as they are. */
    async freeze(campaignId: string, groupId: string): Promise<void> {
      let after = ''
      let position = await lastPosition(db, campaignId)
      for (;;) {
        const last = await pageEnd(db, groupId, after)
        if (!last) break
        await freezePage(db, { campaignId, groupId, after, upTo: last, position })
        position += FREEZE_AT_ONCE
        after = last
      }
      await recountQueued(db, campaignId)
    },

    /** Freezes the same people as another campaign's ledger, whatever became of them there. */
    async freezeAsIn(campaignId: string, sourceId: string): Promise<void> {
      await db
        .insertInto('recipients')
        .columns(FROZEN)
        .expression((eb) =>
          eb
            .selectFrom('recipients')
            .select([
              sql<string>`cast(${campaignId} as text) || ':' || phone_number`.as('id'),
              sql<string>`cast(${campaignId} as text)`.as('campaign_id'),
              'user_id',
              'position',
              'name',
              'phone_number',
              sql<RecipientState>`'queued'`.as('state'),
              sql<number>`0`.as('attempts'),
            ])
            .where('campaign_id', '=', sourceId),
        )
        .execute()
      await recountQueued(db, campaignId)
    },

    /** Takes out everybody who has not been written to. */
    async dropQueued(campaignId: string): Promise<void> {
      await db
        .deleteFrom('recipients')
        .where('campaign_id', '=', campaignId)
        .where('state', '=', 'queued')
        .execute()
      await recountQueued(db, campaignId)
    },
  }
}

async function lastPosition(db: Db, campaignId: string): Promise<number> {
  const row = await db
    .selectFrom('recipients')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

/** The contact that ends the next page of a group, or null when there is none left. */
async function pageEnd(db: Db, groupId: string, after: string): Promise<string | null> {
  const page = db
    .selectFrom('group_members')
    .select('contact_id')
    .where('group_id', '=', groupId)
    .where('contact_id', '>', after)
    .orderBy('contact_id')
    .limit(FREEZE_AT_ONCE)
    .as('page')
  const row = await db
    .selectFrom(page)
    .select((eb) => eb.fn.max('page.contact_id').as('last'))
    .executeTakeFirst()
  return row?.last ?? null
}

async function freezePage(
  db: Db,
  page: { campaignId: string; groupId: string; after: string; upTo: string; position: number },
): Promise<void> {
  await db
    .insertInto('recipients')
    .columns(FROZEN)
    .expression((eb) =>
      eb
        .selectFrom('group_members')
        .innerJoin('contacts', 'contacts.id', 'group_members.contact_id')
        .select([
          sql<string>`${page.campaignId} || ':' || contacts.id`.as('id'),
          sql<string>`cast(${page.campaignId} as text)`.as('campaign_id'),
          'contacts.user_id',
          sql<number>`cast(${page.position} as integer) + row_number() over (order by contacts.id)`.as(
            'position',
          ),
          'contacts.name',
          'contacts.phone_number',
          sql<RecipientState>`'queued'`.as('state'),
          sql<number>`0`.as('attempts'),
        ])
        .where('group_members.group_id', '=', page.groupId)
        .where('group_members.contact_id', '>', page.after)
        .where('group_members.contact_id', '<=', page.upTo),
    )
    .onConflict((conflict) => conflict.columns(['campaign_id', 'phone_number']).doNothing())
    .execute()
}

async function recountQueued(db: Db, campaignId: string): Promise<void> {
  await db
    .updateTable('campaigns')
    .set((eb) => ({
      queued: eb
        .selectFrom('recipients')
        .select((count) => count.fn.countAll<number>().as('queued'))
        .where('campaign_id', '=', campaignId)
        .where('state', '=', 'queued'),
    }))
    .where('id', '=', campaignId)
    .execute()
}
