import type { Kysely } from 'kysely'

/** Who rejoins the queue is written down with the freeze, so that a crash does not forget it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('freezes')
    .addColumn('rejoining', 'text', (c) => c.notNull().defaultTo('nobody'))
    .execute()
}
