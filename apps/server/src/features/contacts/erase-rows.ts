import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps } from '../../platform/database/erase-rows.ts'

/** Deletes a member's rows from the tables that may hold very many of them. */
export async function eraseContactRows(db: Db, workspaceId: string): Promise<void> {
  await eraseInSteps(db, {
    table: 'group_members',
    key: ['group_id', 'contact_id'],
    found: sql`
      join contact_groups on contact_groups.id = group_members.group_id
      where contact_groups.user_id = ${workspaceId}
    `,
  })
  await eraseInSteps(db, {
    table: 'tag_members',
    key: ['tag_id', 'contact_id'],
    found: sql`
      join contact_tags on contact_tags.id = tag_members.tag_id
      where contact_tags.user_id = ${workspaceId}
    `,
  })
  await eraseInSteps(db, {
    table: 'contacts',
    key: ['id'],
    found: sql`where user_id = ${workspaceId}`,
  })
}
