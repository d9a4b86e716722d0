import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { elements, textAt } from '../../platform/database/json-rows.ts'
import type { Member } from '../../platform/realtime/presence.ts'

/** Stores when people were last there, in one statement for any number of them. */
export async function storeSeen(db: Db, members: readonly Member[], at: number): Promise<void> {
  const pairs = JSON.stringify(members.map(({ workspaceId, personId }) => [workspaceId, personId]))
  await db
    .updateTable('memberships')
    .set({ last_seen_at: at })
    .where(
      sql<SqlBool>`(workspace_id, person_id) in (select ${textAt(0)}, ${textAt(1)} from ${elements(db, pairs)})`,
    )
    .execute()
}
