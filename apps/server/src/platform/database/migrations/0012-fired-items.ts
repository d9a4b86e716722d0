import { type Kysely, sql } from 'kysely'

/** Records which item fired, even when it had no reply and its next action answered instead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('replies').addColumn('fired_item_id', 'text').execute()
  await sql`update replies set fired_item_id = item_id where hop = 0`.execute(db)
}
