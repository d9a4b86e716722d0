import type { Kysely } from 'kysely'

/** The time and reason of an item's last failed API call; both are null while it works. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('chatbot_items').addColumn('api_failed_at', 'bigint').execute()
  await db.schema.alterTable('chatbot_items').addColumn('api_failure', 'text').execute()
}
