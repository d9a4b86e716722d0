import { eraseWorkspace, listAllWorkspaces, updateWorkspacePlan } from '@kirim/contract/admin'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import { listInPages } from '../../platform/http/streamed.ts'
import {
  listAllWorkspaces as listAll,
  presentWorkspaces,
  type WorkspaceListDeps,
} from './workspace-list.ts'
import { createWorkspacesRepository } from './workspaces.repository.ts'

interface AdminWorkspacesDeps extends WorkspaceListDeps {
  readonly db: Db
  /** Called when the plan of a workspace has changed. */
  planChanged(workspaceId: string): Promise<void>
  /** Deletes a workspace with everything in it. */
  eraseWorkspace(workspaceId: string): Promise<void>
}

/** Workspaces, as the server's admins manage them: nothing of what is in them. */
export function adminWorkspacesRoutes(route: Route, deps: AdminWorkspacesDeps): void {
  const { db } = deps
  route(listAllWorkspaces, async () => listInPages(listAll(db, deps)))

  route(updateWorkspacePlan, async ({ params: { id }, body: { membershipPlan } }) => {
    const shown = await db.transaction().execute(async (tx) => {
      const changed = await createWorkspacesRepository(tx).change(id, { membershipPlan })
      const [workspace] = await presentWorkspaces(tx, deps, changed ? [changed] : [])
      if (!workspace) throw new DomainError('no_such_workspace')
      if (workspace.keepsPlan) throw new DomainError('admin_plan_fixed')
      return workspace
    })
    await deps.planChanged(id)
    return shown
  })

  route(eraseWorkspace, async ({ params: { id } }) => {
    if (!(await createWorkspacesRepository(db).find(id))) throw new DomainError('no_such_workspace')
    await deps.eraseWorkspace(id)
    return undefined
  })
}
