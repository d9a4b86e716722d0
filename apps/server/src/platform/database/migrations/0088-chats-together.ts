import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { isSqlite } from '../text-search.ts'
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
} from './baseline/build-table.ts'

/**
 * How people share chats: rules of a workspace, labels, mentions, and since when a chat belongs to
 * people, so that chatbots are silent in it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) return addAll(db)
  // Killed before the migration was recorded, a server finds it done.
  const tables = await db.introspection.getTables()
  if (tables.some(({ name }) => name === 'chat_mentions')) return
  await db.transaction().execute(addAll)
}

async function addAll(db: Kysely<unknown>): Promise<void> {
  const columns = [
    ['chats', 'word_at', 'bigint'],
    ['chats', 'handed_over_at', 'bigint'],
    ['chatbot_items', 'hand_over', 'text'],
    ['chatbot_replies', 'hand_over', 'text'],
  ] as const
  for (const [table, column, type] of columns) {
    await db.schema.alterTable(table).addColumn(column, type).execute()
  }
  const table = tablesOf(db)
  await table('chat_settings', {
    user_id: keyOf('workspaces'),
    waits_after_minutes: integer,
    new_chats: text,
    assignee_only: integer,
    bot_pause: text,
    forbids_opt_out_answers: integer,
  })
  await table('chat_number_settings', {
    device_id: keyOf('devices'),
    new_chats: text,
  })
  await table('chat_labels', {
    id,
    user_id: belongsTo('workspaces'),
    name: text,
    name_key: text,
    colour: text,
  })
  await table(
    'chat_label_uses',
    { chat_id: belongsTo('chats'), label_id: belongsTo('chat_labels') },
    { primaryKey: { chat_label_uses_pkey: ['chat_id', 'label_id'] } },
  )
  await table(
    'chat_mentions',
    {
      entry_id: belongsTo('chat_entries'),
      person_id: text,
      user_id: text,
      chat_id: text,
      at: bigint,
      seen_at: optional.bigint,
    },
    { primaryKey: { chat_mentions_pkey: ['entry_id', 'person_id'] } },
  )
  await createIndexes(db, [
    sql`create unique index chat_labels_name on chat_labels (user_id, name_key)`,
    sql`create index chat_label_uses_label on chat_label_uses (label_id, chat_id)`,
    sql`create index chat_mentions_unseen on chat_mentions (user_id, person_id, at)
      where seen_at is null`,
  ])
}
