import type { Kysely } from 'kysely'

/** Who rejoins the queue is stored with the freeze, so that it survives a crash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('freezes')
    .addColumn('rejoining', 'text', (c) => c.notNull().defaultTo('nobody'))
    .execute()
}
