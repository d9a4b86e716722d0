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
  /** Takes a person out of all their workspaces; erases those where they are alone. */
  leaveAll(personId: string): Promise<void>
  readonly realtime: Realtime
  readonly workspaces: WorkspacesPort
  /** Called when the plan of a workspace has changed. */
  planChanged(workspaceId: string): Promise<void>
}

export function adminRoutes(route: Route, deps: AdminDeps): void {
  const { db, realtime } = deps
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

  /** After a crash, the deletion can be repeated. */
  route(deleteUser, async ({ caller, params: { id } }) => {
    if (id === caller.personId) throw new DomainError('own_account')
    realtime.signOut(await retireMember(db, caller.personId, id))
    await deps.leaveAll(id)
    realtime.signOut(await eraseMember(db, id))
    return { message: 'Member deleted.' }
  })
}
