import { deleteUser, listUsers, updateUser } from '@kirim/contract/admin'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import { listInPages } from '../../platform/http/streamed.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { changeMember, eraseMember, listMembers, retireMember } from './members.ts'

interface AdminDeps {
  readonly db: Db
  readonly belongings: MemberBelongings
  readonly realtime: Realtime
}

/** What to clean up around a member's rows. */
interface MemberBelongings {
  /** Stops their campaigns and logs all devices out of the network, where it can be reached. */
  removeDevices(userId: string): Promise<void>
  /** Deletes most of their rows in short transactions; the rest is deleted with the account. */
  eraseRows(userId: string): Promise<void>
  /** Called after their rows are deleted: closes what was opened in the meantime. */
  closeSessions(userId: string): Promise<void>
  /** Called when their plan has changed: cancels what it no longer allows. */
  planChanged(userId: string): void
  eraseMedia(userId: string): Promise<void>
  /** Removes their virtual phones, where there is a sandbox network. */
  removeSandboxPhones(userId: string): Promise<void>
}

export function adminRoutes(route: Route, { db, belongings, realtime }: AdminDeps): void {
  route(listUsers, async () => listInPages(listMembers(db)))

  /**
   * Changes plan or role [7.admin.plan] [7.admin.role]. Devices above a lowered plan stay
   * connected; a pending QR code above it is withdrawn.
   */
  route(updateUser, async ({ caller, params: { id }, body }) => {
    if (body.role && id === caller.userId) throw new DomainError('own_role')
    const member = await changeMember(db, caller.userId, id, body)
    realtime.toUser(id, 'account_changed')
    if (body.membershipPlan) belongings.planChanged(id)
    return member
  })

  /**
   * Logging devices out needs their stored credentials, so the rows are deleted last; after a crash
   * the deletion can be repeated.
   */
  route(deleteUser, async ({ caller, params: { id } }) => {
    if (id === caller.userId) throw new DomainError('own_account')
    realtime.signOut(await retireMember(db, caller.userId, id))
    await belongings.removeDevices(id)
    await belongings.eraseMedia(id)
    await belongings.removeSandboxPhones(id)
    await belongings.eraseRows(id)
    realtime.signOut(await eraseMember(db, id))
    await belongings.closeSessions(id)
    return { message: 'Member deleted.' }
  })
}
