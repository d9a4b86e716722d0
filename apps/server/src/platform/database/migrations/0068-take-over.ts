import type { Kysely } from 'kysely'

/** Which devices a silent node had, and when and by whom they were taken over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('devices').addColumn('freed_from', 'text').execute()
  await db.schema.alterTable('nodes').addColumn('freed_devices', 'integer').execute()
  await db.schema.alterTable('nodes').addColumn('taken_over_at', 'bigint').execute()
  await db.schema
    .alterTable('nodes')
    .addColumn('taken_over_by', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
