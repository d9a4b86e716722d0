import { deleteUser, listUsers, updateUser } from '@kirim/contract/admin'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import { listInPages } from '../../platform/http/streamed.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { WorkspacesPort } from './accounts.ports.ts'
import { changeMember, eraseMember, listMembers, retireMember } from './members.ts'

interface AdminDeps {
  readonly db: Db
  readonly belongings: MemberBelongings
  readonly realtime: Realtime
  readonly workspaces: WorkspacesPort
  /** Called when the plan of a workspace has changed. */
  planChanged(workspaceId: string): Promise<void>
}

/** What to clean up around a member's rows. */
interface MemberBelongings {
  /** Stops their campaigns and logs all devices out of the network, where it can be reached. */
  removeDevices(personId: string): Promise<void>
  /** Deletes most of their rows in short transactions; the rest is deleted with the account. */
  eraseRows(personId: string): Promise<void>
  /** Called after their rows are deleted: closes what was opened in the meantime. */
  closeSessions(personId: string): Promise<void>
  eraseMedia(personId: string): Promise<void>
  /** Removes their virtual phones, where there is a sandbox network. */
  removeSandboxPhones(personId: string): Promise<void>
}

export function adminRoutes(route: Route, deps: AdminDeps): void {
  const { db, belongings, realtime } = deps
  route(listUsers, async () => listInPages(listMembers(db, deps.workspaces)))

  /**
   * Changes plan or role [7.admin.plan] [7.admin.role]. Devices above a lowered plan stay
   * connected; a pending QR code above it is withdrawn.
   */
  route(updateUser, async ({ caller, params: { id }, body }) => {
    if (body.role && id === caller.personId) throw new DomainError('own_role')
    const { user, workspaceId } = await changeMember(deps, caller.personId, id, body)
    if (body.role) realtime.toPerson(id, 'account_changed')
    if (workspaceId) await deps.planChanged(workspaceId)
    return user
  })

  /**
   * Logging devices out needs their stored credentials, so the rows are deleted last; after a crash
   * the deletion can be repeated.
   */
  route(deleteUser, async ({ caller, params: { id } }) => {
    if (id === caller.personId) throw new DomainError('own_account')
    realtime.signOut(await retireMember(db, caller.personId, id))
    await belongings.removeDevices(id)
    await belongings.eraseMedia(id)
    await belongings.removeSandboxPhones(id)
    await belongings.eraseRows(id)
    realtime.signOut(await eraseMember(deps, id))
    await belongings.closeSessions(id)
    return { message: 'Member deleted.' }
  })
}
