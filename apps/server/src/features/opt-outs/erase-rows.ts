import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps } from '../../platform/database/erase-rows.ts'

/** Deletes the opt-outs of a member who is being deleted: an import may have brought very many. */
export async function eraseOptOutRows(db: Db, userId: string): Promise<void> {
  await eraseInSteps(db, {
    table: 'opt_out_changes',
    key: ['id'],
    found: sql`
      join opt_outs on opt_outs.id = opt_out_changes.opt_out_id
      where opt_outs.user_id = ${userId}
    `,
  })
  await eraseInSteps(db, {
    table: 'opt_outs',
    key: ['id'],
    found: sql`where user_id = ${userId}`,
  })
}
