import type { MembershipPlan } from '@kirim/contract/limits'
import type { Db } from '../../platform/database/database.ts'

export interface OwnWorkspace {
  readonly id: string
  readonly membershipPlan: MembershipPlan
  readonly defaultCountry: string
}

/**
 * Each person's own workspace: the one under the person's id while they own it, else the oldest
 * that they own. Those who own none are missing.
 */
export async function ownWorkspacesOf(
  db: Db,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, OwnWorkspace>> {
  if (personIds.length === 0) return new Map()
  const owned = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select([
      'memberships.person_id',
      'workspaces.id',
      'workspaces.membership_plan as membershipPlan',
      'workspaces.default_country as defaultCountry',
    ])
    .where('memberships.person_id', 'in', personIds)
    .where('memberships.role', '=', 'owner')
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id')
    .execute()
  const own = new Map<string, OwnWorkspace>()
  for (const { person_id, ...workspace } of owned) {
    if (!own.has(person_id) || workspace.id === person_id) own.set(person_id, workspace)
  }
  return own
}

/** Everybody who belongs to a workspace. */
export async function peopleOf(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('person_id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  return rows.map(({ person_id }) => person_id)
}
