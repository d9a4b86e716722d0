import { type Kysely, sql } from 'kysely'

/** Who answered a campaign, when and with which message; and whom a follow-up is copied from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('recipients').addColumn('answered_at', 'bigint').execute()
  await db.schema.alterTable('recipients').addColumn('answer_id', 'text').execute()
  await db.schema
    .alterTable('campaigns')
    .addColumn('answered', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('freezes')
    .addColumn('outcome', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('recipients_answered')
    .on('recipients')
    .columns(['campaign_id', 'position'])
    .where(sql.ref('answered_at'), 'is not', null)
    .execute()
}
