import type { Kysely } from 'kysely'

/** Until now every campaign greeted in English. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('campaigns')
    .addColumn('language', 'text', (column) => column.notNull().defaultTo('en'))
    .execute()
}
