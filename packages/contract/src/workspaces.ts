import * as z from 'zod/mini'
import { Country, MembershipPlan } from './accounts.ts'
import { call } from './call.ts'
import { Id } from './fields.ts'
import { nameField } from './names.ts'
import { RoleName, Sees } from './roles.ts'

/** The request header that names the workspace; without it, it is the person's own choice. */
export const WORKSPACE_HEADER = 'x-workspace'

/** A workspace as one of its people sees it. */
export const Workspace = z.object({
  id: z.string(),
  name: z.string(),
  role: RoleName,
  sees: Sees,
  /** Whether the phone numbers of contacts are masked for this person. */
  hidesNumbers: z.boolean(),
  people: z.int(),
  numbers: z.int(),
  membershipPlan: MembershipPlan,
  defaultCountry: Country,
  /** Whether phone numbers are masked for all agents. */
  hidesNumbersOfAgents: z.boolean(),
})
export type Workspace = z.infer<typeof Workspace>

const WorkspaceName = nameField('name_required', 'name_too_long')

export const listWorkspaces = call({
  method: 'GET',
  path: '/workspaces',
  access: 'user',
  summary: 'The workspaces the person belongs to, oldest membership first',
  status: 200,
  response: z.object({
    workspaces: z.array(Workspace),
    /** The workspace of requests that name none; null for a person without any. */
    usual: z.nullable(z.string()),
  }),
})

export const createWorkspace = call({
  method: 'POST',
  path: '/workspaces',
  access: 'user',
  security: { event: 'workspace_created' },
  summary: 'Create a workspace, owned by the caller',
  body: z.object({ name: WorkspaceName }),
  status: 201,
  response: Workspace,
})

/** For pages whose address names something that the workspace of the tab does not have. */
export const findWorkspace = call({
  method: 'GET',
  path: '/workspaces/holding/:id',
  access: 'user',
  summary: 'In which of the workspaces of the person a number or a campaign is, if they may see it',
  params: z.object({ id: Id }),
  status: 200,
  response: z.object({ id: z.string(), name: z.string() }),
})

export const chooseWorkspace = call({
  method: 'PUT',
  path: '/workspaces/usual',
  access: 'user',
  needsNoRoom: true,
  summary: 'Choose the workspace of requests that name none',
  body: z.object({ id: Id }),
  status: 204,
})

export const changeWorkspace = call({
  method: 'PUT',
  path: '/workspaces/current',
  needs: 'workspace:write',
  security: { event: 'workspace_changed' },
  summary: 'Change the name, the country or what agents see',
  body: z.object({
    name: z.optional(WorkspaceName),
    defaultCountry: z.optional(Country),
    hidesNumbersOfAgents: z.optional(z.boolean()),
  }),
  status: 200,
  response: Workspace,
})

export const deleteWorkspace = call({
  method: 'DELETE',
  path: '/workspaces/current',
  needs: 'workspace:delete',
  security: { event: 'workspace_deleted' },
  summary: 'Delete the workspace with everything in it; `name` must be its name',
  body: z.object({ name: z.string().check(z.maxLength(500)) }),
  status: 204,
})
