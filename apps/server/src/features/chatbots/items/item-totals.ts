import type { Db } from '../../../platform/database/database.ts'

/**
 * How many items these users have on numbers that are theirs still; those of a removed number rest.
 */
export async function itemsOf(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('chatbot_items', 'chatbot_items.device_id', 'devices.id')
    .select((eb) => ['devices.user_id', eb.fn.countAll<number>().as('amount')])
    .where('devices.user_id', 'in', userIds)
    .where('devices.removed', '=', 0)
    .groupBy('devices.user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, Number(row.amount)]))
}
