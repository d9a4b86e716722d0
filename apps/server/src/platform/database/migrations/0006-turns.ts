import type { Kysely } from 'kysely'

/** Rows that transactions lock to exclude each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('turns')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('taken_at', 'bigint', (c) => c.notNull())
    .execute()
}
