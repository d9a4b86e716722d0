import type { RoleName } from '@kirim/contract/roles'
import type { Db } from '../../platform/database/database.ts'
import { createWorkspacesRepository } from './workspaces.repository.ts'

/** Who owns a workspace next: the first role that somebody has, managers before others. */
const HEIRS: readonly RoleName[] = ['owner', 'manager']

/** `alone`: nobody else belongs to the workspace, and nobody can join it any more. */
export type Departure =
  | { readonly is: 'alone' }
  | { readonly is: 'gone' }
  | { readonly is: 'left'; readonly heirId: string | null }

/** One of the workspaces of a person; null without any. */
export async function someWorkspaceOf(db: Db, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('memberships')
    .select('workspace_id')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/**
 * Ends a person's membership, unless they are alone. The workspace of an only owner goes to its
 * oldest manager, or else to its oldest member.
 */
export function depart(db: Db, workspaceId: string, personId: string): Promise<Departure> {
  return db.transaction().execute(async (tx) => {
    const workspaces = createWorkspacesRepository(tx)
    if (!(await workspaces.lock(workspaceId))) return { is: 'gone' }
    const others = await tx
      .selectFrom('memberships')
      .select(['person_id', 'role'])
      .where('workspace_id', '=', workspaceId)
      .where('person_id', '<>', personId)
      .orderBy('created_at')
      .orderBy('person_id')
      .execute()
    if (others.length === 0) {
      await workspaces.close(workspaceId, personId)
      return { is: 'alone' }
    }
    const next =
      HEIRS.map((role) => others.find((other) => other.role === role)).find(Boolean) ?? others[0]
    const heirId = next && next.role !== 'owner' ? next.person_id : null
    if (heirId) await makeOwner(tx, workspaceId, heirId)
    await tx
      .deleteFrom('memberships')
      .where('workspace_id', '=', workspaceId)
      .where('person_id', '=', personId)
      .execute()
    return { is: 'left', heirId }
  })
}

async function makeOwner(tx: Db, workspaceId: string, personId: string): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ role: 'owner', sees: 'all', device_ids: '[]', hides_numbers: 0 })
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .execute()
}
