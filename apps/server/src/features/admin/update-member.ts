import type { User } from '@kirim/contract/accounts'
import type { updateUser } from '@kirim/contract/admin'
import type { BodyOf } from '@kirim/contract/call'
import { DomainError } from '../../platform/errors.ts'
import type { MembersDeps } from './admin.ports.ts'

/**
 * Changes a member's plan or role [7.admin.plan] [7.admin.role] and notifies their open pages.
 * Devices above a lowered plan stay connected; a pending QR code above it is withdrawn. Throws
 * `own_role`, `admin_plan_fixed`, `user_not_found` or `forbidden`.
 */
export async function updateMember(
  { members, realtime, belongings }: MembersDeps,
  adminId: string,
  memberId: string,
  change: BodyOf<typeof updateUser>,
): Promise<User> {
  if (change.role && memberId === adminId) throw new DomainError('own_role')
  const member = await members.change(adminId, memberId, change)
  realtime.toUser(memberId, 'account_changed')
  if (change.membershipPlan) belongings.planChanged(memberId)
  return member
}
