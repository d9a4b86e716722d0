import type { Kysely } from 'kysely'

/**
 * Several wordings of a campaign, and which of them a person is dealt. The index holds only people
 * of campaigns with several wordings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('campaigns')
    .addColumn('variants', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('recipients').addColumn('variant', 'integer').execute()
  await db.schema
    .createIndex('recipients_variant')
    .on('recipients')
    .columns(['campaign_id', 'variant', 'state'])
    .where('variant' as never, 'is not', null)
    .execute()
  for (const [name, type] of [
    ['fresh_variants', 'text'],
    ['dealt_to', 'integer'],
    ['dealt_seen', 'integer'],
    ['dealt', 'integer'],
  ] as const) {
    await db.schema
      .alterTable('freezes')
      .addColumn(name, type, (column) => column.notNull().defaultTo(type === 'text' ? '' : 0))
      .execute()
  }
}
