import type { Kysely } from 'kysely'

/** Whether a number is being removed, so that the next start finishes what was cut off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('devices')
    .addColumn('removing', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
