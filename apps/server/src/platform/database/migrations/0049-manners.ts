import type { Kysely } from 'kysely'

/**
 * How a number behaves towards people: what it does while it answers and with calls, the calls it
 * has rejected with a text, and what people did to their messages afterwards.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('device_manners')
    .addColumn('device_id', 'text', (c) =>
      c.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('mark_read', 'integer', (c) => c.notNull())
    .addColumn('shows_online', 'integer', (c) => c.notNull())
    .addColumn('rejects_calls', 'integer', (c) => c.notNull())
    .addColumn('call_text', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('rejected_calls')
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('call_id', 'text', (c) => c.notNull())
    .addColumn('caller_jid', 'text', (c) => c.notNull())
    .addColumn('caller_number', 'text')
    .addColumn('caller_lid', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('rejected_calls_pk', ['device_id', 'call_id'])
    .execute()
  await db.schema
    .createTable('inbox_changes')
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('sender_jid', 'text', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('chat_jid', 'text', (c) => c.notNull())
    .addColumn('chat_lid', 'text')
    .addColumn('sender_number', 'text')
    .addColumn('by_admin', 'integer', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('inbox_changes_pk', ['device_id', 'message_id', 'sender_jid', 'what'])
    .execute()
  for (const column of ['deleted', 'wording'] as const) {
    await db.schema
      .alterTable('inbox')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
  await db.schema.alterTable('inbox').addColumn('edited_at', 'bigint').execute()
  await db.schema
    .alterTable('chatbot_replies')
    .addColumn('wording', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
