import type { Db } from '../../platform/database/database.ts'

/** How many campaigns these users have. */
export async function campaignsOf(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('campaigns')
    .select((eb) => ['user_id', eb.fn.countAll<number>().as('amount')])
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, Number(row.amount)]))
}

/** How many people the campaigns of these users have yet to write to, switched on or off. */
export async function peopleWaitingOf(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('campaigns')
    .select((eb) => [
      'user_id',
      eb.fn.sum<number>(eb('queued', '+', eb.ref('sending'))).as('amount'),
    ])
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, Number(row.amount)]))
}
