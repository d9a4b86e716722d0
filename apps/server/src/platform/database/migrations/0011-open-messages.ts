import { type Kysely, sql } from 'kysely'

/** Finds unanswered messages without scanning the answered ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('inbox_work').execute()
  await db.schema
    .createIndex('inbox_open')
    .on('inbox')
    .columns(['device_id', 'chat_key', 'received_at', 'message_id'])
    .where(sql.ref('state'), '=', sql.lit('new'))
    .execute()
  // The index of pending replies is sufficient.
  await db.schema.dropIndex('replies_work').execute()
}
