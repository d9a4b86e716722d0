import type { Kysely } from 'kysely'

/** What retention keeps of the rows it removes: the ids that may come in again, and sums. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pruned_inbox')
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('pruned_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('pruned_inbox_pk', ['device_id', 'message_id'])
    .execute()
  await db.schema
    .createTable('retention_totals')
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('removed', 'bigint', (c) => c.notNull())
    .addColumn('emptied', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
}
