import type { Kysely } from 'kysely'

/** Files without a row of their own, which are erased once their storage answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('doomed_media')
    .addColumn('file_name', 'text', (c) => c.primaryKey().notNull())
    .execute()
}
