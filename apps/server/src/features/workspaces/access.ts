import { mayDo, type RoleName, roles, type Sees } from '@kirim/contract/roles'
import type { MemberAccess } from '@kirim/contract/team'
import { type Membership, seesNumber } from '../../platform/caller.ts'
import { DomainError } from '../../platform/errors.ts'

/** A stored access; what it does not use is empty. */
export interface Access {
  readonly role: RoleName
  readonly sees: Sees
  readonly deviceIds: readonly string[]
  readonly hidesNumbers: boolean
}

/** An owner sees everything, whatever is given beside the role. */
export const OWNER: Access = { role: 'owner', sees: 'all', deviceIds: [], hidesNumbers: false }

/** As it is stored: numbers only count where they narrow. */
export function plainAccess({ role, sees, deviceIds, hidesNumbers }: MemberAccess): Access {
  if (role === 'owner') return OWNER
  return { role, sees, deviceIds: sees === 'numbers' ? [...new Set(deviceIds)] : [], hidesNumbers }
}

/** Whoever invites people or changes them, with what they have themselves. */
type Giver = Pick<Membership, 'role' | 'deviceIds' | 'ownChatsOnly' | 'hidesNumbers'>

/** As the giver of other access. */
export function giverWith({ role, sees, deviceIds, hidesNumbers }: Access): Giver {
  return {
    role,
    deviceIds: sees === 'numbers' ? deviceIds : null,
    ownChatsOnly: sees === 'chats',
    hidesNumbers,
  }
}

/**
 * Nobody gives more than they have: the code of the refusal, or null. A number that the giver does
 * not see, or that is not of the workspace, does not exist.
 */
export function whyNotGivable(
  giver: Giver,
  access: Access,
  deviceIds: readonly string[],
): 'owner_fixed' | 'device_not_found' | 'forbidden' | null {
  const isMore = !roles[access.role].may.every((capability) => mayDo(giver.role, capability))
  if (isMore) return access.role === 'owner' ? 'owner_fixed' : 'forbidden'
  const seen = access.deviceIds.every((id) => deviceIds.includes(id) && seesNumber(giver, id))
  if (!seen) return 'device_not_found'
  const widens =
    (giver.hidesNumbers && !access.hidesNumbers) ||
    (giver.deviceIds !== null && access.sees !== 'numbers') ||
    (giver.ownChatsOnly && access.sees !== 'chats')
  return widens ? 'forbidden' : null
}

/** Throws that code. */
export function requireGivable(...given: Parameters<typeof whyNotGivable>): void {
  const code = whyNotGivable(...given)
  if (code) throw new DomainError(code)
}

/** Throws `owner_fixed`: only owners change an owner, or an invitation of one. */
export function requireOwnerFor({ role }: Pick<Access, 'role'>, giver: Pick<Giver, 'role'>): void {
  if (role === 'owner' && giver.role !== 'owner') throw new DomainError('owner_fixed')
}
