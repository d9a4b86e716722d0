import type { Kysely } from 'kysely'

/** The proxies that numbers connect through; passwords are encrypted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('device_proxies')
    .addColumn('device_id', 'text', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('scheme', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('port', 'integer', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('sealed_password', 'text')
    .addColumn('tested_at', 'bigint', (column) => column.notNull())
    .addColumn('latency_ms', 'integer', (column) => column.notNull())
    .execute()
}
