import type { Kysely } from 'kysely'

/** Renames the table of locks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').renameTo('locks').execute()
}
