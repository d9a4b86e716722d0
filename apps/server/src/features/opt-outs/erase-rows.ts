import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps } from '../../platform/database/erase-rows.ts'

const PEOPLE_AT_ONCE = 250

/**
 * Deletes the opt-outs of a member who is being deleted, in steps, because an import may have added
 * very many. Each step takes some people with all their changes, so that no step reads people
 * without any.
 */
export async function eraseOptOutRows(db: Db, workspaceId: string): Promise<void> {
  for (;;) {
    const people = await db
      .selectFrom('opt_outs')
      .select('id')
      .where('user_id', '=', workspaceId)
      .limit(PEOPLE_AT_ONCE)
      .execute()
    if (people.length === 0) return
    const ids = people.map(({ id }) => id)
    await eraseInSteps(db, {
      table: 'opt_out_changes',
      key: ['id'],
      found: sql`where opt_out_id in (${sql.join(ids)})`,
    })
    await db.deleteFrom('opt_outs').where('id', 'in', ids).execute()
  }
}
