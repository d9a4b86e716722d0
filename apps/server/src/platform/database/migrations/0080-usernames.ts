import type { Kysely } from 'kysely'

/**
 * People may hide their number on WhatsApp and be known by a username: it is kept where their name
 * and number are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inbox').addColumn('username', 'text').execute()
  for (const table of ['opt_outs', 'saved_responses', 'chat_pauses']) {
    await db.schema
      .alterTable(table)
      .addColumn('username', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  }
}
