import type { Kysely } from 'kysely'
import { searchableText, sortKey } from '../../search-text.ts'

/** The columns of campaigns that this migration uses. */
interface Campaigns {
  campaigns: {
    id: string
    name: string
    group_name: string
    search_key: string
    sort_key: string
  }
}

const ROWS_AT_ONCE = 1000

/** Campaigns can be searched and sorted page by page, and record when and why they were paused. */
export async function up(db: Kysely<Campaigns>): Promise<void> {
  for (const column of ['paused_at', 'ended_at']) {
    await db.schema.alterTable('campaigns').addColumn(column, 'bigint').execute()
  }
  await db.schema.alterTable('campaigns').addColumn('paused_by', 'text').execute()
  for (const column of ['search_key', 'sort_key']) {
    await db.schema
      .alterTable('campaigns')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  }
  await fillIn(db)
}

async function fillIn(db: Kysely<Campaigns>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('campaigns')
      .select(['id', 'name', 'group_name'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const { id, name, group_name } of rows) {
      await db
        .updateTable('campaigns')
        .set({ search_key: searchableText(name, group_name), sort_key: sortKey(name) })
        .where('id', '=', id)
        .execute()
    }
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    after = last.id
  }
}
