import type { Kysely } from 'kysely'

/**
 * People of a workspace see who of them did what. Ids of people, kept when a person is gone; null
 * where it was not recorded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = {
    campaigns: ['created_by', 'stopped_by'],
    opt_out_changes: ['changed_by'],
    chatbot_items: ['changed_by'],
  }
  for (const [table, names] of Object.entries(columns)) {
    for (const name of names) {
      await db.schema.alterTable(table).addColumn(name, 'text').execute()
    }
  }
}
