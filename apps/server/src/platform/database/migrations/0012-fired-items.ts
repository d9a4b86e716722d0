import { type Kysely, sql } from 'kysely'

/**
 * An item that fired is known also when it had nothing to say and its next action spoke instead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('replies').addColumn('fired_item_id', 'text').execute()
  await sql`update replies set fired_item_id = item_id where hop = 0`.execute(db)
}
