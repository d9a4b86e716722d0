import { type Kysely, sql } from 'kysely'

/** Earlier files may still contain location, time and camera: each is to be cleaned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('media')
    .addColumn('cleaned', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index media_to_clean on media (id) where cleaned = 0`.execute(db)
}
