import type { RoleName, Sees } from '@kirim/contract/roles'
import type { MemberAccess } from '@kirim/contract/team'
import { type Caller, seesNumber } from '../../platform/caller.ts'
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

/**
 * Nobody gives more than they have. Throws `owner_fixed`, `forbidden`, or `device_not_found` for a
 * number that the giver does not see or the workspace does not have.
 */
export function requireGivable(
  giver: Pick<Caller, 'role' | 'deviceIds' | 'ownChatsOnly' | 'hidesNumbers'>,
  access: Access,
  deviceIds: readonly string[],
): void {
  if (access.role === 'owner' && giver.role !== 'owner') throw new DomainError('owner_fixed')
  const seen = access.deviceIds.every((id) => deviceIds.includes(id) && seesNumber(giver, id))
  if (!seen) throw new DomainError('device_not_found')
  const widens =
    (giver.hidesNumbers && !access.hidesNumbers) ||
    (giver.deviceIds !== null && access.sees !== 'numbers') ||
    (giver.ownChatsOnly && access.sees !== 'chats')
  if (widens) throw new DomainError('forbidden')
}
