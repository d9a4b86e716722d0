import type { Db } from '../../../platform/database/database.ts'

/**
 * When a user's campaigns last wrote to each of these numbers, and when it last answered one (epoch
 * ms); null for never. Numbers that are in no campaign are left out.
 */
export async function lastMoments(
  db: Db,
  userId: string,
  phoneNumbers: readonly string[],
): Promise<ReadonlyMap<string, { writtenAt: number | null; answeredAt: number | null }>> {
  if (phoneNumbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('recipients')
    .select((eb) => [
      'phone_number',
      eb.fn.max('sent_at').as('written_at'),
      eb.fn.max('answered_at').as('answered_at'),
    ])
    .where('user_id', '=', userId)
    .where('phone_number', 'in', phoneNumbers)
    .groupBy('phone_number')
    .execute()
  return new Map(
    rows.map(({ phone_number, written_at, answered_at }) => [
      phone_number,
      { writtenAt: numberOf(written_at), answeredAt: numberOf(answered_at) },
    ]),
  )
}

function numberOf(at: number | string | null): number | null {
  return at === null ? null : Number(at)
}
