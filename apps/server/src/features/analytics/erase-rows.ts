import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps } from '../../platform/database/erase-rows.ts'

/** Deletes the counts of a member who is being deleted. */
export async function eraseAnalyticsRows(db: Db, workspaceId: string): Promise<void> {
  await eraseInSteps(db, {
    table: 'message_counts',
    key: ['user_id', 'at', 'holder'],
    found: sql`where user_id = ${workspaceId}`,
  })
}
