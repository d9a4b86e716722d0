import type { Kysely } from 'kysely'

/**
 * A value that shows whether the secret key of this start is the one the database was created with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('server_checks')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .execute()
}
