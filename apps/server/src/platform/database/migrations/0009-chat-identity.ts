import { type Kysely, sql } from 'kysely'

/**
 * The network's own identity of a chat's person, told also where the chat is addressed by number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inbox').addColumn('chat_lid', 'text').execute()
  await sql`
    update inbox set chat_lid = chat_jid where chat = 'individual' and chat_jid like '%@lid'
  `.execute(db)
  await db.schema.dropIndex('inbox_identity').execute()
  // Whose number was told, the latest message last.
  await db.schema
    .createIndex('inbox_identity')
    .on('inbox')
    .columns(['device_id', 'chat_lid', 'received_at'])
    .where(sql.ref('sender_number'), 'is not', null)
    .execute()
}
