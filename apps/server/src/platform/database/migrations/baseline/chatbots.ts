import { type Kysely, sql } from 'kysely'
import {
  belongsTo,
  bigint,
  createIndexes,
  id,
  integer,
  keyOf,
  mayName,
  optional,
  tablesOf,
  text,
  withDefault,
} from './build-table.ts'

export async function createChatbots(db: Kysely<unknown>): Promise<void> {
  const table = tablesOf(db)
  await table('chatbot_items', {
    id,
    user_id: belongsTo('users'),
    device_id: belongsTo('devices'),
    enabled: integer,
    is_default: integer,
    send_to: text,
    match_type: text,
    name: text,
    description: text,
    keywords: text,
    next_item_id: mayName('chatbot_items'),
    presence_delay_s: integer,
    presence_status: text,
    save_data: text,
    api_rest_data_status: text,
    caption: text,
    use_ai: integer,
    ai_spintax: text,
    media_id: mayName('media'),
    created_at: bigint,
    updated_at: bigint,
    api_failed_at: optional.bigint,
    api_failure: optional.text,
  })
  await table('chatbot_numbers', {
    device_id: keyOf('devices'),
    chatbot_enabled: integer,
    sent: bigint,
  })
  await table('chatbot_settings', {
    device_id: keyOf('devices'),
    time_zone: text,
    language: text,
    cooldown_s: integer,
    quiet_minutes: integer,
    knowledge: text,
  })
  await table(
    'chatbot_replies',
    {
      device_id: belongsTo('devices'),
      message_id: text,
      inbox_message_id: text,
      chat_key: text,
      item_id: text,
      fired_item_id: optional.text,
      hop: integer,
      state: text,
      reason: optional.text,
      next_item_id: optional.text,
      awaits_from: optional.text,
      created_at: bigint,
      wording: withDefault(integer, 0),
    },
    {
      unique: { chatbot_replies_once: ['device_id', 'inbox_message_id', 'hop'] },
      primaryKey: { chatbot_replies_pk: ['device_id', 'message_id'] },
    },
  )
  await table(
    'chat_pauses',
    {
      device_id: belongsTo('devices'),
      chat_key: text,
      until: bigint,
      id: withDefault(text, ''),
      chat: withDefault(text, ''),
      name: withDefault(text, ''),
      phone_number: withDefault(text, ''),
      reason: withDefault(text, ''),
      counted_from: withDefault(bigint, 0),
    },
    { primaryKey: { chat_pauses_pk: ['device_id', 'chat_key'] } },
  )
  await table(
    'awaited_responses',
    {
      device_id: belongsTo('devices'),
      chat_key: text,
      contact_key: text,
      item_id: belongsTo('chatbot_items'),
      since: bigint,
    },
    { primaryKey: { awaited_responses_pk: ['device_id', 'chat_key', 'contact_key', 'item_id'] } },
  )
  await table('api_rest_configs', { item_id: keyOf('chatbot_items'), sealed: text })
  await table('ai_settings', {
    user_id: keyOf('users'),
    provider: text,
    model: text,
    base_url: text,
    sealed_key: optional.text,
    monthly_limit: optional.integer,
    used_month: text,
    used_count: integer,
  })
  await table(
    'saved_responses',
    {
      id,
      user_id: belongsTo('users'),
      device_id: belongsTo('devices'),
      message_id: text,
      item_id: mayName('chatbot_items'),
      item_name: text,
      name: text,
      phone_number: text,
      text: text,
      search_key: text,
      at: bigint,
      kind: withDefault(text, 'text'),
    },
    { unique: { saved_responses_once: ['device_id', 'message_id', 'item_id'] } },
  )
  await table('response_totals', { device_id: keyOf('devices'), total: bigint })
  await createIndexes(db, [
    sql`create index chatbot_items_device on chatbot_items (device_id, id)`,
    sql`create index chatbot_items_media_id on chatbot_items (media_id)`,
    sql`create index chatbot_items_next_item_id on chatbot_items (next_item_id)`,
    sql`create index chatbot_items_user_id on chatbot_items (user_id)`,
    sql`create index replies_chains
      on chatbot_replies (device_id, chat_key, created_at, hop, next_item_id) where next_item_id is not null`,
    sql`create index replies_chat on chatbot_replies (device_id, chat_key, created_at)`,
    sql`create index replies_open
      on chatbot_replies (device_id, chat_key, created_at, hop) where state = 'open'`,
    sql`create index awaited_responses_item on awaited_responses (item_id)`,
    sql`create index saved_responses_device on saved_responses (device_id, id)`,
    sql`create index saved_responses_item_id on saved_responses (item_id)`,
    sql`create index saved_responses_user_id on saved_responses (user_id)`,
  ])
}
