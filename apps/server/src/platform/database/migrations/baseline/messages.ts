import { type Kysely, sql } from 'kysely'
import {
  belongsTo,
  bigint,
  createIndexes,
  integer,
  optional,
  tablesOf,
  text,
  withDefault,
} from './build-table.ts'

export async function createMessages(db: Kysely<unknown>): Promise<void> {
  const table = tablesOf(db)
  await table(
    'inbox',
    {
      device_id: belongsTo('devices'),
      message_id: text,
      user_id: text,
      chat_jid: text,
      chat_key: text,
      chat: text,
      sender_jid: text,
      sender_number: optional.text,
      sender_name: text,
      text: text,
      sent_at: bigint,
      received_at: bigint,
      state: text,
      reason: optional.text,
      chat_lid: optional.text,
      kind: withDefault(text, 'text'),
      deleted: withDefault(integer, 0),
      wording: withDefault(integer, 0),
      edited_at: optional.bigint,
    },
    { primaryKey: { inbox_pk: ['device_id', 'message_id'] } },
  )
  await table(
    'inbox_changes',
    {
      device_id: belongsTo('devices'),
      message_id: text,
      sender_jid: text,
      what: text,
      chat_jid: text,
      chat_lid: optional.text,
      sender_number: optional.text,
      by_admin: integer,
      text: text,
      at: bigint,
      received_at: bigint,
    },
    { primaryKey: { inbox_changes_pk: ['device_id', 'message_id', 'sender_jid', 'what'] } },
  )
  await table(
    'pruned_inbox',
    { device_id: belongsTo('devices'), message_id: text, pruned_at: bigint },
    { primaryKey: { pruned_inbox_pk: ['device_id', 'message_id'] } },
  )
  await table(
    'outgoing',
    {
      device_id: belongsTo('devices'),
      message_id: text,
      user_id: text,
      origin: text,
      origin_id: text,
      part: integer,
      jid: text,
      text: text,
      media_id: optional.text,
      presence: optional.text,
      presence_seconds: integer,
      state: text,
      reason: optional.text,
      may_have_left: integer,
      attempts: integer,
      created_at: bigint,
    },
    { primaryKey: { outgoing_pk: ['device_id', 'message_id'] } },
  )
  await createIndexes(db, [
    sql`create index inbox_chat on inbox (device_id, chat_key, received_at)`,
    sql`create index inbox_identity
      on inbox (device_id, chat_lid, received_at) where sender_number is not null`,
    sql`create index inbox_open
      on inbox (device_id, chat_key, received_at, message_id) where state = 'new'`,
    sql`create index outgoing_media on outgoing (media_id) where media_id is not null`,
    sql`create unique index outgoing_origin on outgoing (origin, origin_id, part, device_id)`,
    sql`create index outgoing_pending on outgoing (device_id, created_at) where state = 'pending'`,
  ])
}
