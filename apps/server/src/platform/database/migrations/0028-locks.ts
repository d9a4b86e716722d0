import type { Kysely } from 'kysely'

/** The table of locks is called what it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').renameTo('locks').execute()
}
