import type { Kysely } from 'kysely'

/** Settings of numbers, API calls of items, and the responses they save. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chatbot_settings')
    .addColumn('device_id', 'text', (c) =>
      c.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('cooldown_s', 'integer', (c) => c.notNull())
    .addColumn('quiet_minutes', 'integer', (c) => c.notNull())
    .addColumn('knowledge', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('api_rest_configs')
    .addColumn('item_id', 'text', (c) =>
      c.primaryKey().references('chatbot_items.id').onDelete('cascade'),
    )
    .addColumn('sealed', 'text', (c) => c.notNull())
    .execute()
  await savedResponses(db)
}

async function savedResponses(db: Kysely<unknown>) {
  await db.schema
    .createTable('saved_responses')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('item_id', 'text', (c) => c.references('chatbot_items.id').onDelete('set null'))
    .addColumn('item_name', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone_number', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('search_key', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('saved_responses_once', ['device_id', 'message_id', 'item_id'])
    .execute()
  await db.schema
    .createIndex('saved_responses_device')
    .on('saved_responses')
    .columns(['device_id', 'id'])
    .execute()
  // Deletions look up what refers to the deleted row.
  for (const column of ['user_id', 'item_id']) {
    await db.schema
      .createIndex(`saved_responses_${column}`)
      .on('saved_responses')
      .column(column)
      .execute()
  }
}
