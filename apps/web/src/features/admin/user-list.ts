import type { User } from '@kirim/contract/accounts'
import { MEMBERSHIP_PLANS } from '@kirim/contract/limits'
import { textKey } from '#shared/i18n/text-key.ts'
import type { ListShape } from '#shared/list/list-view.ts'

/** The columns of the table; below 1024 px the name cell includes the others. */
export const userColumns = [
  { by: 'name', label: textKey('Name'), className: 'max-sm:pl-5' },
  { by: 'email', label: textKey('Email'), className: 'max-lg:hidden px-2' },
  { by: 'role', label: textKey('Role'), className: 'max-lg:hidden w-[104px] px-2' },
  { by: 'plan', label: textKey('Plan'), className: 'max-lg:hidden w-[92px] px-2' },
  {
    by: 'createdAt',
    label: textKey('Registration Date'),
    className: 'max-lg:hidden w-[216px] px-2',
  },
] as const

export type UserColumn = (typeof userColumns)[number]['by']

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
