import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../text-search.ts'
import { belongsTo, bigint, createIndexes, id, tablesOf, text } from './baseline/build-table.ts'

/** Views of the chats with their filters, which each person saves for themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return addAll(db)
  // Killed before the migration was recorded, a server finds it done.
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'chat_views')) return
  await db.transaction().execute(addAll)
}

async function addAll(db: Kysely<unknown>): Promise<void> {
  await tablesOf(db)('chat_views', {
    id,
    user_id: belongsTo('workspaces'),
    person_id: belongsTo('users'),
    name: text,
    name_key: text,
    view: text,
    filter: text,
    saved_at: bigint,
  })
  await createIndexes(db, [
    sql`create unique index chat_views_name on chat_views (user_id, person_id, name_key)`,
    sql`create index chat_views_person on chat_views (person_id)`,
  ])
}
