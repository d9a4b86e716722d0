import { type Kysely, sql } from 'kysely'

const QUARTER_MS = 15 * 60 * 1000

/** Messages by the quarter of an hour in which they left, and by how they stand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('message_counts')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('sent', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('delivered', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('read', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failed', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('message_counts_key', ['user_id', 'at', 'holder'])
    .execute()
  await db.schema
    .createIndex('message_counts_holder')
    .on('message_counts')
    .columns(['user_id', 'holder', 'at'])
    .execute()
  const inState = (state: string) =>
    sql`sum(case when outgoing.state = ${sql.lit(state)} then 1 else 0 end)`
  await sql`
    insert into message_counts (user_id, at, holder, sent, delivered, read, failed)
    select outgoing.user_id,
      outgoing.created_at / ${sql.lit(QUARTER_MS)} * ${sql.lit(QUARTER_MS)} as left_at,
      coalesce(recipients.campaign_id, '') as of_campaign,
      ${inState('sent')}, ${inState('delivered')}, ${inState('read')}, ${inState('failed')}
    from outgoing
    left join recipients on outgoing.origin = 'campaign' and recipients.id = outgoing.origin_id
    where outgoing.state in ('sent', 'delivered', 'read', 'failed')
    group by outgoing.user_id, left_at, of_campaign
  `.execute(db)
}
