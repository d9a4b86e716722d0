import { type Kysely, sql } from 'kysely'
import {
  belongsTo,
  bigint,
  createIndexes,
  id,
  integer,
  tablesOf,
  text,
} from './baseline/build-table.ts'

/** What every node had in its memory alone: counts of limits, and room reserved for imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = tablesOf(db)
  await table('limit_counts', { id, count: integer, ends_at: bigint })
  await table('quota_reservations', {
    id,
    user_id: belongsTo('users'),
    node_id: text,
    contacts: integer,
  })
  await createIndexes(db, [
    sql`create index limit_counts_ends on limit_counts (ends_at)`,
    sql`create index quota_reservations_user on quota_reservations (user_id)`,
  ])
}
