import type { Db } from '../../platform/database/database.ts'

/**
 * The number of memberships in groups that are filled by hand, by workspace. Includes deleted
 * groups whose rows are still being erased.
 */
export async function groupPlacesOf(
  db: Db,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('contact_groups')
    .select((eb) => ['user_id', eb.fn.sum<number>('contact_count').as('amount')])
    .where('user_id', 'in', workspaceIds)
    .where('filter', 'is', null)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, Number(row.amount)]))
}
