import { type Kysely, sql } from 'kysely'

/** The network's own identity (LID) of a chat's person, also for chats addressed by number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inbox').addColumn('chat_lid', 'text').execute()
  await sql`
    update inbox set chat_lid = chat_jid where chat = 'individual' and chat_jid like '%@lid'
  `.execute(db)
  await db.schema.dropIndex('inbox_identity').execute()
  // Finds the latest message that revealed a person's number.
  await db.schema
    .createIndex('inbox_identity')
    .on('inbox')
    .columns(['device_id', 'chat_lid', 'received_at'])
    .where(sql.ref('sender_number'), 'is not', null)
    .execute()
}
