import type { Kysely } from 'kysely'

/** Whether a node marks and seals what it tells others; those of before do not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('nodes')
    .addColumn('seals', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
