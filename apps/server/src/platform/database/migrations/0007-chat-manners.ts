import { type Kysely, sql } from 'kysely'

/**
 * Replies that continue hop by hop and may be dropped, chat pauses that the owner can end, and
 * awaited responses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await replies(db)
  await pauses(db)
  await db.schema
    .createTable('awaited_responses')
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('chat_key', 'text', (c) => c.notNull())
    .addColumn('contact_key', 'text', (c) => c.notNull())
    .addColumn('item_id', 'text', (c) =>
      c.notNull().references('chatbot_items.id').onDelete('cascade'),
    )
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('awaited_responses_pk', [
      'device_id',
      'chat_key',
      'contact_key',
      'item_id',
    ])
    .execute()
  // Deletions look up what refers to the deleted row.
  await db.schema
    .createIndex('awaited_responses_item')
    .on('awaited_responses')
    .column('item_id')
    .execute()
}

async function replies(db: Kysely<unknown>) {
  await db.schema.alterTable('replies').addColumn('reason', 'text').execute()
  await db.schema
    .alterTable('replies')
    .addColumn('may_have_left', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('replies').addColumn('next_item_id', 'text').execute()
  await db.schema.alterTable('replies').addColumn('awaits_from', 'text').execute()
  // It was not recorded whether earlier replies had been sent.
  await sql`update replies set may_have_left = 1 where state = 'pending'`.execute(db)
  // Includes the order: otherwise SQLite scans all replies of a chat in it.
  const inOrder = ['device_id', 'chat_key', 'created_at', 'hop']
  await db.schema
    .createIndex('replies_chains')
    .on('replies')
    .columns(inOrder)
    .where(sql.ref('next_item_id'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('replies_pending')
    .on('replies')
    .columns(inOrder)
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
}

async function pauses(db: Kysely<unknown>) {
  for (const name of ['id', 'chat', 'name', 'phone_number', 'reason']) {
    await db.schema
      .alterTable('chat_pauses')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  }
  await db.schema
    .alterTable('chat_pauses')
    .addColumn('counted_from', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  // Pauses last an hour at most; earlier ones lack the texts shown in the list.
  await sql`delete from chat_pauses`.execute(db)
}
