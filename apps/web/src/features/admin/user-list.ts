import type { User } from '@kirim/contract/accounts'
import { MEMBERSHIP_PLANS } from '@kirim/contract/limits'
import type { ListShape } from '#shared/list/list-view.ts'

export type UserColumn = 'name' | 'email' | 'role' | 'plan' | 'createdAt'

export const userShape: ListShape<User, UserColumn> = {
  words: ({ name, email }) => [name, email],
  columns: {
    name: ({ name }) => name,
    email: ({ email }) => email,
    role: ({ role }) => role,
    plan: ({ membershipPlan }) => MEMBERSHIP_PLANS.indexOf(membershipPlan),
    createdAt: ({ createdAt }) => createdAt,
  },
}

/** What an admin may do with a member [6.admin]. */
export function permissionsOn(member: User, self: Pick<User, '_id'>) {
  const own = member._id === self._id
  return { changePlan: member.role !== 'admin', changeRole: !own, remove: !own, resetLink: !own }
}
