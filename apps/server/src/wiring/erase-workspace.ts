import { leaveUsual } from '../features/accounts/people.ts'
import { membershipRows } from '../features/workspaces/membership.ts'
import { createWorkspacesRepository } from '../features/workspaces/workspaces.repository.ts'
import type { Db } from '../platform/database/database.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import { eraseRows } from './erase-rows.ts'

/** What to clean up around the rows of a workspace. */
interface WorkspaceErasingDeps {
  readonly db: Db
  readonly realtime: Realtime
  /** Stops its campaigns and logs all devices out of the network, where it can be reached. */
  removeDevices(workspaceId: string): Promise<void>
  eraseMedia(workspaceId: string): Promise<void>
  /** Removes its virtual phones, where there is a sandbox network. */
  removeSandboxPhones(workspaceId: string): Promise<void>
  /** Called after the rows are deleted: closes what was opened in the meantime. */
  closeSessions(workspaceId: string): Promise<void>
}

/**
 * Deletes a workspace with everything in it. Its people are out at once; `by`, who deletes it,
 * belongs to it until the end. Logging devices out needs their stored credentials, so the rows are
 * deleted last; after a crash the deletion can be repeated.
 */
export function createWorkspaceErasing(deps: WorkspaceErasingDeps) {
  const { db, realtime } = deps

  /** Ends the memberships of everybody but this person. */
  async function close(tx: Db, workspaceId: string, by: string | null): Promise<string[]> {
    const workspaces = createWorkspacesRepository(tx)
    await workspaces.lock(workspaceId)
    const people = await workspaces.close(workspaceId, by)
    await leaveUsual(tx, { membershipRows }, workspaceId, people)
    return people
  }

  async function tell(workspaceId: string, people: readonly string[]): Promise<void> {
    await Promise.all(people.map((personId) => realtime.membershipChanged(workspaceId, personId)))
  }

  return async function eraseWorkspace(
    workspaceId: string,
    by: string | null = null,
  ): Promise<void> {
    await tell(workspaceId, await db.transaction().execute((tx) => close(tx, workspaceId, by)))
    await deps.removeDevices(workspaceId)
    await deps.eraseMedia(workspaceId)
    await deps.removeSandboxPhones(workspaceId)
    await eraseRows(db, workspaceId)
    const last = await db.transaction().execute(async (tx) => {
      const people = await close(tx, workspaceId, null)
      await createWorkspacesRepository(tx).delete(workspaceId)
      return people
    })
    await tell(workspaceId, last)
    await deps.closeSessions(workspaceId)
  }
}
