import * as z from 'zod/mini'
import { MembershipPlan, Role, User } from './accounts.ts'
import { call } from './call.ts'
import { IdParams } from './fields.ts'
import { issue } from './issues.ts'

export const listUsers = call({
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  summary: 'All members, oldest first',
  status: 200,
  response: z.array(User),
})

/**
 * An admin cannot change their own role,
 * nor the plan of an admin [6.admin.own-role] [6.admin.plan-of-admin].
 */
export const updateUser = call({
  method: 'PUT',
  path: '/admin/users/:id',
  access: 'admin',
  security: { event: 'member_changed' },
  summary: "Change a member's plan or role; takes effect at once",
  params: IdParams,
  body: z
    .object({ membershipPlan: z.optional(MembershipPlan), role: z.optional(Role) })
    .check(
      z.refine(
        ({ membershipPlan, role }) => membershipPlan || role,
        issue('member_change_missing'),
      ),
    ),
  status: 200,
  response: User,
})

/** An admin cannot delete themselves [6.admin.own-account]. */
export const deleteUser = call({
  method: 'DELETE',
  path: '/admin/users/:id',
  access: 'admin',
  security: { event: 'member_deleted' },
  summary: 'Delete a member with everything that is theirs',
  params: IdParams,
  status: 200,
  response: z.object({ message: z.string() }),
})
