import type { Kysely } from 'kysely'
import {
  bigint,
  id,
  integer,
  optional,
  tablesOf,
  text,
  withDefault,
} from './baseline/build-table.ts'

/** Which servers share this database, and which of them has each device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = tablesOf(db)
  await table('nodes', {
    id,
    home: text,
    name: text,
    address: text,
    version: text,
    started_at: bigint,
    beat_at: bigint,
    left_at: optional.bigint,
    left_how: optional.text,
    draining: withDefault(integer, 0),
    figures: withDefault(text, '{}'),
  })
  await table('cluster_events', { id, at: bigint, code: text, params: withDefault(text, '{}') })
  await db.schema.alterTable('devices').addColumn('leased_to', 'text').execute()
  await db.schema
    .alterTable('devices')
    .addColumn('lease', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('devices_leased').on('devices').columns(['leased_to']).execute()
}
