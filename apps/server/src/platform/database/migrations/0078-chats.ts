import { type Kysely, sql } from 'kysely'

/**
 * A chat has a row of its own for ever, and its messages name it; older messages are given theirs
 * in steps after the start. The indexes leave out messages without one, so making them reads the
 * tables once and writes nothing: a second for a million rows, in which messages wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chats')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('chat_key', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('jid', 'text', (c) => c.notNull())
    .addColumn('number', 'text')
    .addColumn('lid', 'text')
    .addColumn('username', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('preview', 'text', (c) => c.notNull())
    .addColumn('preview_kind', 'text', (c) => c.notNull())
    .addColumn('last_by', 'text', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('unread', 'integer', (c) => c.notNull())
    .addColumn('waiting_since', 'bigint')
    .addUniqueConstraint('chats_key', ['device_id', 'chat_key'])
    .execute()
  await db.schema
    .createIndex('chats_lid')
    .on('chats')
    .columns(['device_id', 'lid'])
    .where('lid', 'is not', null)
    .execute()
  for (const table of ['inbox', 'outgoing']) {
    await db.schema.alterTable(table).addColumn('chat_id', 'text').execute()
  }
  await db.schema.alterTable('inbox').addColumn('quoted_id', 'text').execute()
  for (const moment of ['sent_at', 'delivered_at', 'read_at']) {
    await db.schema.alterTable('outgoing').addColumn(moment, 'bigint').execute()
  }
  for (const [table, at] of [
    ['inbox', 'received_at'],
    ['outgoing', 'created_at'],
  ] as const) {
    await db.schema
      .createIndex(`${table}_timeline`)
      .on(table)
      .columns(['chat_id', at, 'message_id'])
      .where(sql.ref('chat_id'), 'is not', null)
      .execute()
  }
}
