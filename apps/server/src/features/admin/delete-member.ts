import { DomainError } from '../../platform/errors.ts'
import type { MembersDeps } from './admin.ports.ts'

/**
 * Deletes a member and everything that belongs to them. Logging devices out needs their stored
 * credentials, so the rows are deleted last; after a crash the deletion can be repeated. Throws
 * `own_account`, `user_not_found` or `forbidden`.
 */
export async function deleteMember(
  deps: MembersDeps,
  adminId: string,
  memberId: string,
): Promise<void> {
  if (memberId === adminId) throw new DomainError('own_account')
  const { members, belongings, realtime } = deps
  realtime.signOut(await members.retire(adminId, memberId))
  await belongings.removeDevices(memberId)
  await belongings.eraseMedia(memberId)
  await belongings.removeSandboxPhones(memberId)
  await belongings.eraseRows(memberId)
  realtime.signOut(await members.erase(memberId))
  await belongings.closeSessions(memberId)
}
