import { type Kysely, sql } from 'kysely'
import {
  belongsTo,
  bigint,
  createIndexes,
  id,
  integer,
  keyOf,
  optional,
  tablesOf,
  text,
  withDefault,
} from './build-table.ts'

export async function createDevices(db: Kysely<unknown>): Promise<void> {
  const table = tablesOf(db)
  await table(
    'devices',
    {
      id,
      user_id: belongsTo('users'),
      number: text,
      lid: optional.text,
      name: text,
      wanted: integer,
      logged_out: integer,
      removed: integer,
      linked_at: bigint,
      connected_at: optional.bigint,
      last_sent_at: optional.bigint,
      offline_since: optional.bigint,
      limited_until: optional.bigint,
      daily_cap: optional.bigint,
      warm_up_start: withDefault(integer, 0),
      warm_up_step: withDefault(integer, 0),
      used_count: withDefault(integer, 0),
      warm_up_from: withDefault(text, ''),
      day_zone: withDefault(text, ''),
      used_day: withDefault(text, ''),
      limit_named: withDefault(integer, 0),
      locked_until: optional.bigint,
      chats_from: optional.bigint,
      chats_until: optional.bigint,
      chats_left: optional.integer,
      chats_of: optional.integer,
      limits_unanswered: withDefault(integer, 0),
      removing: withDefault(integer, 0),
    },
    { unique: { devices_owner_number: ['user_id', 'number'] } },
  )
  await table(
    'device_credentials',
    { device_id: belongsTo('devices'), kind: text, name: text, sealed: text },
    { primaryKey: { device_credentials_pk: ['device_id', 'kind', 'name'] } },
  )
  await table('device_health', {
    device_id: keyOf('devices'),
    last_in_at: optional.bigint,
    last_out_at: optional.bigint,
    unreadable: integer,
    unreadable_since: optional.bigint,
    pre_keys_left: optional.integer,
    latency_ms: optional.integer,
  })
  await table('device_proxies', {
    device_id: keyOf('devices'),
    scheme: text,
    host: text,
    port: integer,
    username: text,
    sealed_password: optional.text,
    tested_at: bigint,
    latency_ms: integer,
  })
  await table('device_manners', {
    device_id: keyOf('devices'),
    mark_read: integer,
    shows_online: integer,
    rejects_calls: integer,
    call_text: text,
  })
  await table(
    'rejected_calls',
    {
      device_id: belongsTo('devices'),
      call_id: text,
      caller_jid: text,
      caller_number: optional.text,
      caller_lid: optional.text,
      at: bigint,
    },
    { primaryKey: { rejected_calls_pk: ['device_id', 'call_id'] } },
  )
  await table(
    'message_counts',
    {
      user_id: belongsTo('users'),
      at: bigint,
      holder: text,
      sent: withDefault(integer, 0),
      delivered: withDefault(integer, 0),
      read: withDefault(integer, 0),
      failed: withDefault(integer, 0),
    },
    { primaryKey: { message_counts_key: ['user_id', 'at', 'holder'] } },
  )
  await createIndexes(db, [
    sql`create index message_counts_holder on message_counts (user_id, holder, at)`,
  ])
}
