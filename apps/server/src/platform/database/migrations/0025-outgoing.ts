import { type Kysely, type RawBuilder, sql } from 'kysely'

const ROWS_AT_ONCE = 5000

/**
 * Merges the messages of campaigns and chatbots into one table. SQLite cannot do this in one
 * transaction with other schema changes, and a single transaction would need a log as large as the
 * data: rows are copied in parts, and every step can be repeated after a crash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
  if (tables.has('messages')) {
    await copy(db, 'messages', copyMessages)
    await copyAttempts(db)
    await db.schema.dropTable('messages').execute()
  }
  if (tables.has('replies')) {
    await copy(db, 'replies', copyReplies)
    await db.schema.dropTable('replies').execute()
  }
  await createIndexes(db)
  const recipients = (await db.introspection.getTables()).find(({ name }) => name === 'recipients')
  if (recipients?.columns.some(({ name }) => name === 'attempts')) {
    await db.schema.alterTable('recipients').dropColumn('attempts').execute()
  }
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outgoing')
    .ifNotExists()
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('origin_id', 'text', (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('jid', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('media_id', 'text')
    .addColumn('presence', 'text')
    .addColumn('presence_seconds', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('may_have_left', 'integer', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('outgoing_pk', ['device_id', 'message_id'])
    .execute()
  await db.schema
    .createTable('chatbot_replies')
    .ifNotExists()
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('inbox_message_id', 'text', (c) => c.notNull())
    .addColumn('chat_key', 'text', (c) => c.notNull())
    .addColumn('item_id', 'text', (c) => c.notNull())
    .addColumn('fired_item_id', 'text')
    .addColumn('hop', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('next_item_id', 'text')
    .addColumn('awaits_from', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('chatbot_replies_pk', ['device_id', 'message_id'])
    .addUniqueConstraint('chatbot_replies_once', ['device_id', 'inbox_message_id', 'hop'])
    .execute()
}

/** Created after the rows were copied. */
async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const indexes = [
    sql`create unique index if not exists outgoing_origin
      on outgoing (origin, origin_id, part, device_id)`,
    sql`create index if not exists outgoing_pending
      on outgoing (device_id, created_at) where state = 'pending'`,
    sql`create index if not exists outgoing_media
      on outgoing (media_id) where media_id is not null`,
    sql`create index if not exists replies_chat
      on chatbot_replies (device_id, chat_key, created_at)`,
    // Includes the order: otherwise SQLite scans all replies of a chat in it. The same happens
    // without the last column of chains.
    sql`create index if not exists replies_chains
      on chatbot_replies (device_id, chat_key, created_at, hop, next_item_id)
      where next_item_id is not null`,
    sql`create index if not exists replies_open
      on chatbot_replies (device_id, chat_key, created_at, hop) where state = 'open'`,
  ]
  for (const index of indexes) await index.execute(db)
}

/** Copies part by part in the order of the key. */
async function copy(
  db: Kysely<unknown>,
  table: string,
  copyPart: (db: Kysely<unknown>, part: RawBuilder<unknown>) => Promise<void>,
): Promise<void> {
  for (let from = ['', '']; ; ) {
    const after = sql`(device_id, message_id) > (${from[0]}, ${from[1]})`
    const { rows } = await sql<{ device_id: string; message_id: string }>`
      select device_id, message_id from ${sql.table(table)} where ${after}
      order by device_id, message_id limit 1 offset ${sql.lit(ROWS_AT_ONCE - 1)}
    `.execute(db)
    const [last] = rows
    const upTo = last && sql`(device_id, message_id) <= (${last.device_id}, ${last.message_id})`
    await copyPart(db, upTo ? sql`${after} and ${upTo}` : after)
    if (!last) return
    from = [last.device_id, last.message_id]
  }
}

/** Campaign messages were retried until they were answered, so any of them may have been sent. */
async function copyMessages(db: Kysely<unknown>, part: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into outgoing (
      device_id, message_id, user_id, origin, origin_id, part, jid, text, media_id,
      presence, presence_seconds, state, reason, may_have_left, attempts, created_at
    )
    select
      device_id, message_id, user_id, 'campaign', recipient_id, part, jid, text, media_id,
      null, 0, state, null, 1, 0, created_at
    from messages
    where ${part} and exists (select 1 from devices where devices.id = messages.device_id)
    on conflict (device_id, message_id) do nothing
  `.execute(db)
}

/** Attempts used to be counted per person; those of unfinished people go to the first message. */
async function copyAttempts(db: Kysely<unknown>): Promise<void> {
  await sql`
    update outgoing set attempts = (
      select recipients.attempts from recipients where recipients.id = outgoing.origin_id
    )
    where origin = 'campaign' and part = 0 and exists (
      select 1 from recipients
      where recipients.id = outgoing.origin_id and recipients.attempts > 0
    )
  `.execute(db)
}

async function copyReplies(db: Kysely<unknown>, part: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into outgoing (
      device_id, message_id, user_id, origin, origin_id, part, jid, text, media_id,
      presence, presence_seconds, state, reason, may_have_left, attempts, created_at
    )
    select
      device_id, message_id, user_id, 'chatbot', inbox_message_id, hop, chat_jid, text, media_id,
      presence, presence_seconds, state, case when state = 'dropped' then reason end,
      may_have_left, attempts, created_at
    from replies where ${part}
    on conflict (device_id, message_id) do nothing
  `.execute(db)
  await sql`
    insert into chatbot_replies (
      device_id, message_id, inbox_message_id, chat_key, item_id, fired_item_id, hop,
      state, reason, next_item_id, awaits_from, created_at
    )
    select
      device_id, message_id, inbox_message_id, chat_key, item_id, fired_item_id, hop,
      case state
        when 'pending' then 'open' when 'failed' then 'failed' when 'dropped' then 'dropped'
        else 'said'
      end,
      reason, next_item_id, awaits_from, created_at
    from replies where ${part}
    on conflict (device_id, message_id) do nothing
  `.execute(db)
}
