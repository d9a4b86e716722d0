import type { Kysely } from 'kysely'

/** When the API call of an item failed last, and why; both are null while it works. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('chatbot_items').addColumn('api_failed_at', 'bigint').execute()
  await db.schema.alterTable('chatbot_items').addColumn('api_failure', 'text').execute()
}
