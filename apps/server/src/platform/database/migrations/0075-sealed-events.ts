import type { Kysely } from 'kysely'

/** Whether a node marks and seals its messages to others; nodes of older versions do not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('nodes')
    .addColumn('seals', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
