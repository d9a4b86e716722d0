import { type Kysely, sql } from 'kysely'

/** How often the people of each user opted out and came back, for their quota. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('opt_out_totals')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('changes', 'bigint', (c) => c.notNull())
    .execute()
  await sql`
    insert into opt_out_totals (user_id, changes)
    select opt_outs.user_id, count(*) from opt_outs
    join opt_out_changes on opt_out_changes.opt_out_id = opt_outs.id
    group by opt_outs.user_id
  `.execute(db)
}
