import type { Kysely } from 'kysely'

/** What every node had in its memory alone: counts of limits, and room kept for imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('limit_counts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('limit_counts_ends').on('limit_counts').columns(['ends_at']).execute()
  await db.schema
    .createTable('quota_reservations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('contacts', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('quota_reservations_user')
    .on('quota_reservations')
    .columns(['user_id'])
    .execute()
}
