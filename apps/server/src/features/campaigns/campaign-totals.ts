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
    .where('erasing', '=', 0)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, Number(row.amount)]))
}

/**
 * How many people the campaigns of these users have yet to write to, switched on or off; also those
 * who are being frozen, in place of whom they leave out.
 */
export async function peopleWaitingOf(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('campaigns')
    .leftJoin('freezes', 'freezes.campaign_id', 'campaigns.id')
    .select((eb) => [
      'user_id',
      eb.fn
        .sum<number>(
          eb
            .case()
            .when('freezes.dropping', '=', 1)
            .then(eb('sending', '+', eb.ref('freezes.expected')))
            .else(
              eb(
                eb('queued', '+', eb.ref('sending')),
                '+',
                eb.fn.coalesce('freezes.expected', eb.lit(0)),
              ),
            )
            .end(),
        )
        .as('amount'),
    ])
    .where('user_id', 'in', userIds)
    .where('erasing', '=', 0)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, Number(row.amount)]))
}
