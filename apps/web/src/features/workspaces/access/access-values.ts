import { ROLE_NAMES, type RoleName, Sees } from '@kirim/contract/roles'
import type { MemberAccess } from '@kirim/contract/team'
import type { Workspace } from '@kirim/contract/workspaces'

/** Roles that an invitation can give: a person becomes an owner by another step. */
export const GIVEN_ROLES: readonly RoleName[] = ROLE_NAMES.filter((role) => role !== 'owner')

/** Who gives access, with what they see themselves: nobody gives more than they have. */
export type Giver = Pick<Workspace, 'sees' | 'hidesNumbers' | 'hidesNumbersOfAgents'>

export function givableSees({ sees }: Giver): readonly Sees[] {
  return sees === 'all' ? Sees.options : [sees]
}

/** The access without what the giver cannot give. */
export function givableAccess(access: MemberAccess, giver: Giver): MemberAccess {
  return {
    ...access,
    sees: givableSees(giver).includes(access.sees) ? access.sees : giver.sees,
    hidesNumbers: access.hidesNumbers || giver.hidesNumbers,
  }
}

/** What an invitation starts with. */
export const usualAccess: MemberAccess = {
  role: 'agent',
  sees: 'all',
  deviceIds: [],
  hidesNumbers: false,
}

/** The access to start from when it is changed; that of an owner is not among the choices. */
export function changeableAccess(access: MemberAccess): MemberAccess {
  const { role, sees, deviceIds, hidesNumbers } = access
  if (role === 'owner') return { ...usualAccess, role: 'manager' }
  return { role, sees, deviceIds, hidesNumbers }
}

/** Whether no number is chosen where only chosen numbers are seen. */
export function lacksNumbers({ sees, deviceIds }: MemberAccess): boolean {
  return sees === 'numbers' && deviceIds.length === 0
}

/** What is sent: numbers only where they matter. */
export function sentAccess(access: MemberAccess): MemberAccess {
  return { ...access, deviceIds: access.sees === 'numbers' ? access.deviceIds : [] }
}

export function isSameAccess(a: MemberAccess, b: MemberAccess): boolean {
  const words = ({ role, sees, deviceIds, hidesNumbers }: MemberAccess) =>
    JSON.stringify([role, sees, sees === 'numbers' ? [...deviceIds].sort() : [], hidesNumbers])
  return words(a) === words(b)
}
