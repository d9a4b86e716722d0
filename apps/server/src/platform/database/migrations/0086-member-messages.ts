import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../text-search.ts'

/** What people write later and to new people, and what they change of their messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return addColumns(db)
  // Killed before the migration was recorded, a server finds it done.
  const tables = await db.introspection.getTables()
  const outgoing = tables.find(({ name }) => name === 'outgoing')
  if (outgoing?.columns.some(({ name }) => name === 'edited_at')) return
  await db.transaction().execute(addColumns)
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  const columns = [
    ['outgoing', 'edited_at', sql`bigint`],
    ['outgoing', 'deleted_at', sql`bigint`],
    ['member_messages', 'decided_at', sql`bigint not null default 0`],
    ['member_messages', 'begins_chat', sql`integer not null default 0`],
  ] as const
  for (const [table, column, type] of columns) {
    await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${type}`.execute(db)
  }
}
