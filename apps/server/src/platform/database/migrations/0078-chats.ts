import { type Kysely, sql } from 'kysely'
import {
  belongsTo,
  bigint,
  createIndexes,
  integer,
  optional,
  primaryKey,
  tablesOf,
  text,
} from './baseline/build-table.ts'

/**
 * Each chat gets a permanent row, to which its messages refer; older messages are assigned theirs
 * in steps after the start. The indexes leave out messages without a chat, so creating them reads
 * the tables once and writes nothing: a second for a million rows, during which messages wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tablesOf(db)(
    'chats',
    {
      id: primaryKey(text),
      user_id: text,
      device_id: belongsTo('devices'),
      chat_key: text,
      kind: text,
      jid: text,
      number: optional.text,
      lid: optional.text,
      username: optional.text,
      name: text,
      preview: text,
      preview_kind: text,
      last_by: text,
      last_at: bigint,
      unread: integer,
      waiting_since: optional.bigint,
    },
    { unique: { chats_key: ['device_id', 'chat_key'] } },
  )
  for (const table of ['inbox', 'outgoing']) {
    await db.schema.alterTable(table).addColumn('chat_id', 'text').execute()
  }
  await db.schema.alterTable('inbox').addColumn('quoted_id', 'text').execute()
  for (const moment of ['sent_at', 'delivered_at', 'read_at']) {
    await db.schema.alterTable('outgoing').addColumn(moment, 'bigint').execute()
  }
  await createIndexes(db, [
    sql`create index chats_lid on chats (device_id, lid) where lid is not null`,
    sql`create index inbox_timeline
      on inbox (chat_id, received_at, message_id) where chat_id is not null`,
    sql`create index outgoing_timeline
      on outgoing (chat_id, created_at, message_id) where chat_id is not null`,
  ])
}
