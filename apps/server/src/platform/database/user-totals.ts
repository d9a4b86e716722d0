import type { Db } from './database.ts'

/** By how much a user's overall summary changes (SPEC §3 Overall summary). */
export interface TotalsChange {
  readonly total: number
  readonly sent: number
  readonly failed: number
}

/** Changes the overall summary in the transaction that moves a message. */
export async function changeTotals(tx: Db, userId: string, change: TotalsChange): Promise<void> {
  if (change.total === 0 && change.sent === 0 && change.failed === 0) return
  await tx
    .updateTable('user_totals')
    .set((eb) => ({
      total: eb('total', '+', change.total),
      sent: eb('sent', '+', change.sent),
      failed: eb('failed', '+', change.failed),
    }))
    .where('user_id', '=', userId)
    .execute()
}
