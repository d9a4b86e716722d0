import type { Kysely } from 'kysely'

/** The newest version of its client that the network has named: one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('client_version')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .execute()
}
