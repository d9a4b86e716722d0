import type { Kysely } from 'kysely'

/**
 * Devices that send a campaign beside its own, and the device that a person is written from: null
 * for people of before, who are written from the campaign's own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('campaign_devices')
    .addColumn('campaign_id', 'text', (column) =>
      column.notNull().references('campaigns.id').onDelete('cascade'),
    )
    .addColumn('device_id', 'text', (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addColumn('active', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('campaign_devices_pk', ['campaign_id', 'device_id'])
    .execute()
  await db.schema
    .createIndex('campaign_devices_device')
    .on('campaign_devices')
    .column('device_id')
    .execute()
  await db.schema
    .alterTable('campaigns')
    .addColumn('further_devices', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('recipients').addColumn('device_id', 'text').execute()
}
