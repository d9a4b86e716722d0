import { DomainError } from '../../platform/errors.ts'
import type { MembersDeps } from './admin.ports.ts'

/**
 * Deletes a member with everything that is theirs. Devices need their stored credentials to log
 * out, so the rows go last; a member left half deleted by a crash can be deleted again. Throws
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
