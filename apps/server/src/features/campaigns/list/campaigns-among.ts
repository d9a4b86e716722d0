import type { Db } from '../../../platform/database/database.ts'

/** Which of these campaigns are a user's. */
export async function campaignsAmong(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('campaigns')
    .select('id')
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('erasing', '=', 0)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
