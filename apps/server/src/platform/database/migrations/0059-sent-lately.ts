import { type Kysely, sql } from 'kysely'

/** How many people a campaign has written to in the last minutes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('recipients_sent')
    .on('recipients')
    .columns(['campaign_id', 'sent_at'])
    .where(sql.ref('sent_at'), 'is not', null)
    .execute()
}
