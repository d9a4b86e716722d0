import { type Kysely, sql } from 'kysely'

/**
 * Which numbers are on WhatsApp, as they were asked for, and which are still to be asked. People
 * are found by their number among all that a user has written to, and by their identity within a
 * campaign.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('number_checks')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('phone_number', 'text', (column) => column.notNull())
    .addColumn('on_whatsapp', 'integer', (column) => column.notNull())
    .addColumn('jid', 'text')
    .addColumn('device_name', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'bigint')
    .addColumn('wanted_on', 'text')
    .addPrimaryKeyConstraint('number_checks_pk', ['user_id', 'phone_number'])
    .execute()
  await db.schema
    .createIndex('number_checks_wanted')
    .on('number_checks')
    .columns(['wanted_on', 'phone_number'])
    .where(sql.ref('wanted_on'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('number_checks_age')
    .on('number_checks')
    .column('checked_at')
    .execute()
  await db.schema
    .createIndex('recipients_written')
    .on('recipients')
    .columns(['user_id', 'phone_number'])
    .where(sql.ref('sent_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('recipients_jid')
    .on('recipients')
    .columns(['campaign_id', 'jid'])
    .where(sql.ref('jid'), 'is not', null)
    .execute()
}
