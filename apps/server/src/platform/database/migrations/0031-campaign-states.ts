import type { Kysely } from 'kysely'

/**
 * A campaign's end by its owner, its failures in a row and its held people; of a number, since when
 * it is away, until when the network lets it write to nobody new, and how many people a day its
 * campaigns may write to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('campaigns').addColumn('cancelled_at', 'bigint').execute()
  for (const column of ['failures_in_row', 'held']) {
    await db.schema
      .alterTable('campaigns')
      .addColumn(column, 'integer', (added) => added.notNull().defaultTo(0))
      .execute()
  }
  for (const column of ['offline_since', 'limited_until', 'daily_cap'] as const) {
    await db.schema.alterTable('devices').addColumn(column, 'bigint').execute()
  }
  for (const column of ['warm_up_start', 'warm_up_step', 'used_count'] as const) {
    await db.schema
      .alterTable('devices')
      .addColumn(column, 'integer', (added) => added.notNull().defaultTo(0))
      .execute()
  }
  for (const column of ['warm_up_from', 'day_zone', 'used_day'] as const) {
    await db.schema
      .alterTable('devices')
      .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
      .execute()
  }
}
