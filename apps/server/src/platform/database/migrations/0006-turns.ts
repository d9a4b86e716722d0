import type { Kysely } from 'kysely'

/** Rows that a transaction takes so that what it does is done by one at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('turns')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('taken_at', 'bigint', (c) => c.notNull())
    .execute()
}
