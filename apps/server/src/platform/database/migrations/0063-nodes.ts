import type { Kysely } from 'kysely'

/** Which servers share this database, and which of them has each device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('nodes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('home', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('beat_at', 'bigint', (column) => column.notNull())
    .addColumn('left_at', 'bigint')
    .addColumn('left_how', 'text')
    .addColumn('draining', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('figures', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await db.schema
    .createTable('cluster_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('params', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await db.schema.alterTable('devices').addColumn('leased_to', 'text').execute()
  await db.schema
    .alterTable('devices')
    .addColumn('lease', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('devices_leased').on('devices').columns(['leased_to']).execute()
}
