import type { Db } from '../../platform/database/database.ts'

/** Counts opt-out changes, in the transaction that writes them. */
export async function countChanges(tx: Db, workspaceId: string, changes: number): Promise<void> {
  await tx
    .insertInto('opt_out_totals')
    .values({ user_id: workspaceId, changes })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((eb) => ({ changes: eb('opt_out_totals.changes', '+', changes) })),
    )
    .execute()
}

/** The number of opt-out changes of each workspace. */
export async function optOutChangesOf(
  db: Db,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('opt_out_totals')
    .select(['user_id', 'changes'])
    .where('user_id', 'in', workspaceIds)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.changes]))
}
