import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'

/** A workspace's overall summary, or a change of it (2.dashboard.total, 2.dashboard.sent). */
export interface Totals {
  readonly total: number
  readonly sent: number
  readonly failed: number
}

/** The current summary; all zero for a deleted workspace. */
export async function totalsOf(db: Db, workspaceId: string): Promise<Totals> {
  const row = await db
    .selectFrom('user_totals')
    .select(['total', 'sent', 'failed'])
    .where('user_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? { total: 0, sent: 0, failed: 0 }
}

/** Called in the transaction that creates the account. */
export async function startTotals(tx: Db, workspaceId: string): Promise<void> {
  await tx
    .insertInto('user_totals')
    .values({ user_id: workspaceId, total: 0, sent: 0, failed: 0 })
    .execute()
}

/** Changes the summary in the transaction that moves a message. */
export async function changeTotals(tx: Db, workspaceId: string, change: Totals): Promise<void> {
  if (change.total === 0 && change.sent === 0 && change.failed === 0) return
  await addToTotals(tx, { workspaceId, ...change })
}

const addToTotals = prepared(
  (db, { workspaceId, total, sent, failed }: Totals & { readonly workspaceId: string }) =>
    db
      .updateTable('user_totals')
      .set((eb) => ({
        total: eb('total', '+', total),
        sent: eb('sent', '+', sent),
        failed: eb('failed', '+', failed),
      }))
      .where('user_id', '=', workspaceId),
)
