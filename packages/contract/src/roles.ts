import * as z from 'zod/mini'

/** What a call can need of its caller. The same words are the scopes of API keys. */
export const CAPABILITIES = [
  'chats:read',
  'chats:write',
  'chats:export',
  'contacts:read',
  'contacts:write',
  'contacts:export',
  'campaigns:read',
  'campaigns:write',
  'campaigns:export',
  'chatbots:read',
  'chatbots:write',
  'numbers:read',
  'numbers:write',
  'media:read',
  'media:write',
  'opt-outs:read',
  'opt-outs:write',
  'opt-outs:export',
  'texts:read',
  'texts:write',
  'settings:read',
  'settings:write',
  'team:read',
  'team:write',
  'workspace:read',
  'workspace:write',
  'workspace:delete',
] as const
export type Capability = (typeof CAPABILITIES)[number]

interface RoleRow {
  /** Its English name and what people with it do, as the screens say it. */
  readonly name: string
  readonly summary: string
  readonly may: readonly Capability[]
}

const READING: readonly Capability[] = [
  'chats:read',
  'contacts:read',
  'campaigns:read',
  'chatbots:read',
  'numbers:read',
  'media:read',
  'opt-outs:read',
  'texts:read',
  'workspace:read',
]

/** What each role may do. A new role is a row here. */
export const roles = {
  owner: { name: 'Owner', summary: 'Everything', may: CAPABILITIES },
  manager: {
    name: 'Manager',
    summary: 'All but deleting the workspace',
    may: CAPABILITIES.filter((capability) => capability !== 'workspace:delete'),
  },
  agent: { name: 'Agent', summary: 'Answers chats', may: [...READING, 'chats:write'] },
  viewer: { name: 'Viewer', summary: 'Reads, never writes', may: READING },
} as const satisfies Record<string, RoleRow>

export type RoleName = keyof typeof roles
export const ROLE_NAMES = Object.keys(roles) as [RoleName, ...RoleName[]]

/** The person's role in a workspace. */
export const RoleName = z.enum(ROLE_NAMES)

export function mayDo(role: RoleName, capability: Capability): boolean {
  const may: readonly Capability[] = roles[role].may
  return may.includes(capability)
}

/** Agents are those who answer chats, but may not write to contacts. */
export function isAgent(role: RoleName): boolean {
  return mayDo(role, 'chats:write') && !mayDo(role, 'contacts:write')
}

/**
 * Which chats a person sees: all, those of some numbers, or those that are assigned to them or to
 * nobody.
 */
export const Sees = z.enum(['all', 'numbers', 'chats'])
export type Sees = z.infer<typeof Sees>
