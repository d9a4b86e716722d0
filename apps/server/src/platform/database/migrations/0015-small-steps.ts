import type { Kysely } from 'kysely'

/** Long work is recorded first and then done in short transactions, also after a crash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('freezes')
    .addColumn('campaign_id', 'text', (c) =>
      c.primaryKey().references('campaigns.id').onDelete('cascade'),
    )
    .addColumn('dropping', 'integer', (c) => c.notNull())
    .addColumn('group_id', 'text')
    .addColumn('source_id', 'text')
    .addColumn('after', 'text', (c) => c.notNull())
    .addColumn('until', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('expected', 'integer', (c) => c.notNull())
    .execute()
  for (const table of ['campaigns', 'contact_groups']) {
    await db.schema
      .alterTable(table)
      .addColumn('erasing', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
}
