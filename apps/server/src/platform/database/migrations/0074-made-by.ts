import type { Kysely } from 'kysely'

/**
 * The maker of a reset link or an invitation: it is honoured as long as its maker may make one.
 * Older ones have no maker, and become void with the update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('password_resets').addColumn('made_by', 'text').execute()
  await db.schema.alterTable('invitations').addColumn('made_by', 'text').execute()
}
