import * as z from 'zod/mini'
import { MembershipPlan, Role, User } from './accounts.ts'
import { call } from './call.ts'
import { IdParams, Moment } from './fields.ts'
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
  summary: "Change a member's role, or the plan of their own workspace; takes effect at once",
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
  summary: 'Delete a member, with the workspaces where they are alone',
  params: IdParams,
  status: 200,
  response: z.object({ message: z.string() }),
})

/** A workspace as the server's admins see it: nothing of what is in it. */
export const AdminWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  owners: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  people: z.int(),
  numbers: z.int(),
  membershipPlan: MembershipPlan,
  /** An admin's own workspace keeps its plan. */
  keepsPlan: z.boolean(),
  createdAt: Moment,
})
export type AdminWorkspace = z.infer<typeof AdminWorkspace>

export const listAllWorkspaces = call({
  method: 'GET',
  path: '/admin/workspaces',
  access: 'admin',
  summary: 'All workspaces, oldest first',
  status: 200,
  response: z.array(AdminWorkspace),
})

/** Refused where the plan is kept. */
export const updateWorkspacePlan = call({
  method: 'PUT',
  path: '/admin/workspaces/:id',
  access: 'admin',
  security: { event: 'workspace_changed' },
  summary: 'Change the plan of a workspace; takes effect at once',
  params: IdParams,
  body: z.object({ membershipPlan: MembershipPlan }),
  status: 200,
  response: AdminWorkspace,
})

export const eraseWorkspace = call({
  method: 'DELETE',
  path: '/admin/workspaces/:id',
  access: 'admin',
  security: { event: 'workspace_deleted' },
  summary: 'Delete a workspace with everything in it; its people stay',
  params: IdParams,
  status: 204,
})
