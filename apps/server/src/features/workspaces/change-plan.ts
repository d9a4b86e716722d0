import type { MembershipPlan } from '@kirim/contract/limits'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { ownWorkspacesOf } from './own-workspaces.ts'
import type { OwnerRows } from './workspace-list.ts'
import { createWorkspacesRepository, type StoredWorkspace } from './workspaces.repository.ts'

interface ChangePlanDeps {
  readonly db: Db
  readonly personRows: OwnerRows
}

/**
 * An admin's own workspace keeps its plan [6.admin.plan-of-admin]. Throws `admin_plan_fixed` or
 * `no_such_workspace`.
 */
export function changePlan(
  { db, personRows }: ChangePlanDeps,
  workspaceId: string,
  membershipPlan: MembershipPlan,
): Promise<StoredWorkspace> {
  return db.transaction().execute(async (tx) => {
    const changed = await createWorkspacesRepository(tx).change(workspaceId, { membershipPlan })
    if (!changed) throw new DomainError('no_such_workspace')
    const admins = await tx
      .selectFrom('memberships')
      .innerJoin(personRows.as('people'), 'people.id', 'memberships.person_id')
      .select('people.id')
      .where('memberships.workspace_id', '=', workspaceId)
      .where('memberships.role', '=', 'owner')
      .where('people.role', '=', 'admin')
      .execute()
    const own = await ownWorkspacesOf(
      tx,
      admins.map(({ id }) => id),
    )
    if ([...own.values()].some(({ id }) => id === workspaceId)) {
      throw new DomainError('admin_plan_fixed')
    }
    return changed
  })
}
