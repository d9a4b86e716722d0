import type { User } from '@kirim/contract/accounts'
import type { updateUser } from '@kirim/contract/admin'
import type { BodyOf } from '@kirim/contract/call'
import { DomainError } from '../../platform/errors.ts'
import type { MembersDeps } from './admin.ports.ts'
import { holdMember } from './hold-member.ts'
import { createMembersRepository } from './members.repository.ts'

/**
 * Changes a member's plan or role [7.admin.plan] [7.admin.role] and tells their open pages. What a lowered plan has connected
 * stays connected; a code that it has no more room for is withdrawn. Throws `own_role`, `admin_plan_fixed`,
 * `user_not_found` or `forbidden`.
 */
export async function updateMember(
  { db, realtime, belongings }: MembersDeps,
  adminId: string,
  memberId: string,
  change: BodyOf<typeof updateUser>,
): Promise<User> {
  if (change.role && memberId === adminId) throw new DomainError('own_role')
  const member = await db.transaction().execute(async (tx) => {
    const role = await holdMember(tx, adminId, memberId)
    if (change.membershipPlan && role === 'admin') throw new DomainError('admin_plan_fixed')
    return createMembersRepository(tx).update(memberId, change)
  })
  realtime.toUser(memberId, 'account_changed')
  if (change.membershipPlan) belongings.planChanged(memberId)
  return member
}
