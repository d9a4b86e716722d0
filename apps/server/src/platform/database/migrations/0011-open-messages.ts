import { type Kysely, sql } from 'kysely'

/** What is to be answered is found without reading what has been, however much that is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('inbox_work').execute()
  await db.schema
    .createIndex('inbox_open')
    .on('inbox')
    .columns(['device_id', 'chat_key', 'received_at', 'message_id'])
    .where(sql.ref('state'), '=', sql.lit('new'))
    .execute()
  // The index of what is pending serves as well.
  await db.schema.dropIndex('replies_work').execute()
}
