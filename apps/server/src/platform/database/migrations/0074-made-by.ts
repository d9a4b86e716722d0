import type { Kysely } from 'kysely'

/**
 * Who made a link for a new password, or an invitation: they are honoured as long as the maker may
 * make them. Those of before have no maker, and end with the update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('password_resets').addColumn('made_by', 'text').execute()
  await db.schema.alterTable('invitations').addColumn('made_by', 'text').execute()
}
