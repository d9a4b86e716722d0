import type { Kysely } from 'kysely'

/** How well each linked device works. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('device_health')
    .addColumn('device_id', 'text', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('last_in_at', 'bigint')
    .addColumn('last_out_at', 'bigint')
    .addColumn('unreadable', 'integer', (column) => column.notNull())
    .addColumn('unreadable_since', 'bigint')
    .addColumn('pre_keys_left', 'integer')
    .addColumn('latency_ms', 'integer')
    .execute()
}
