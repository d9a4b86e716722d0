import type { Kysely } from 'kysely'

/** Chatbots of numbers with their items, and each user's AI provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await chatbots(db)
  await aiSettings(db)
}

async function chatbots(db: Kysely<unknown>) {
  await db.schema
    .createTable('chatbot_numbers')
    .addColumn('device_id', 'text', (c) =>
      c.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('chatbot_enabled', 'integer', (c) => c.notNull())
    .addColumn('sent', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('chatbot_items')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('is_default', 'integer', (c) => c.notNull())
    .addColumn('send_to', 'text', (c) => c.notNull())
    .addColumn('match_type', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('keywords', 'text', (c) => c.notNull())
    .addColumn('next_item_id', 'text', (c) => c.references('chatbot_items.id').onDelete('set null'))
    .addColumn('presence_delay_s', 'integer', (c) => c.notNull())
    .addColumn('presence_status', 'text', (c) => c.notNull())
    .addColumn('save_data', 'text', (c) => c.notNull())
    .addColumn('api_rest_data_status', 'text', (c) => c.notNull())
    .addColumn('caption', 'text', (c) => c.notNull())
    .addColumn('use_ai', 'integer', (c) => c.notNull())
    .addColumn('ai_spintax', 'text', (c) => c.notNull())
    .addColumn('media_id', 'text', (c) => c.references('media.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('chatbot_items_device')
    .on('chatbot_items')
    .columns(['device_id', 'id'])
    .execute()
  // Deletions look up what refers to the deleted row.
  for (const column of ['user_id', 'next_item_id', 'media_id']) {
    await db.schema
      .createIndex(`chatbot_items_${column}`)
      .on('chatbot_items')
      .column(column)
      .execute()
  }
}

async function aiSettings(db: Kysely<unknown>) {
  await db.schema
    .createTable('ai_settings')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('base_url', 'text', (c) => c.notNull())
    .addColumn('sealed_key', 'text')
    .addColumn('monthly_limit', 'integer')
    .addColumn('used_month', 'text', (c) => c.notNull())
    .addColumn('used_count', 'integer', (c) => c.notNull())
    .execute()
}
