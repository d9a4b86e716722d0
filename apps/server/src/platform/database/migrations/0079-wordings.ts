import type { Kysely } from 'kysely'

/** What a message said before it was edited, and what people answer it with by a sign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('message_wordings')
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('message_wordings_pk', ['device_id', 'message_id', 'at'])
    .execute()
  await db.schema
    .createTable('message_reactions')
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('sender_jid', 'text', (c) => c.notNull())
    .addColumn('emoji', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('message_reactions_pk', ['device_id', 'message_id', 'sender_jid'])
    .execute()
}
