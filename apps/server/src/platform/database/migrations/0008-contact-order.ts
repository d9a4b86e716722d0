import type { Kysely } from 'kysely'
import { sortKey } from '../../search-text.ts'

/** The columns of contacts that this migration uses. */
interface Contacts {
  contacts: { id: string; name: string; sort_key: string }
}

const ROWS_AT_ONCE = 1000

/** Contacts sorted by name, in an order that is the same on both engines and has an index. */
export async function up(db: Kysely<Contacts>): Promise<void> {
  await db.schema
    .alterTable('contacts')
    .addColumn('sort_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await fillIn(db)
  await db.schema
    .createIndex('contacts_by_name')
    .on('contacts')
    .columns(['user_id', 'sort_key', 'id'])
    .execute()
}

async function fillIn(db: Kysely<Contacts>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('contacts')
      .select(['id', 'name'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const { id, name } of rows) {
      await db
        .updateTable('contacts')
        .set({ sort_key: sortKey(name) })
        .where('id', '=', id)
        .execute()
    }
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    after = last.id
  }
}
