import type { Kysely } from 'kysely'

/**
 * When a campaign first wrote to somebody; when a person failed or was passed over, and the values
 * of the reason. People are listed in the order in which they are written to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('campaigns').addColumn('started_at', 'bigint').execute()
  await db.schema.alterTable('recipients').addColumn('settled_at', 'bigint').execute()
  await db.schema
    .alterTable('recipients')
    .addColumn('reason_params', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('recipients_all')
    .on('recipients')
    .columns(['campaign_id', 'position'])
    .execute()
}
