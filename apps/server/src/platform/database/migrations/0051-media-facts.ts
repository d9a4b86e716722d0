import type { Kysely } from 'kysely'

/** What a message tells of its file before the file is fetched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['width', 'height', 'seconds'] as const) {
    await db.schema.alterTable('media').addColumn(column, 'integer').execute()
  }
  await db.schema.alterTable('media').addColumn('thumbnail', 'text').execute()
  await db.schema
    .alterTable('media')
    .addColumn('is_looping', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
