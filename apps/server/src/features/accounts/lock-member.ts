import type { Role } from '@kirim/contract/accounts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { createMembersRepository } from './members.repository.ts'

/**
 * Locks the member and the acting admin until the transaction ends, and returns the member's role.
 * The admin is still an admin then and keeps that role, so the last admin cannot be lost, even when
 * two admins demote or delete each other at the same time. Throws `forbidden` or `user_not_found`.
 */
export async function lockMember(tx: Db, adminId: string, memberId: string): Promise<Role> {
  const roles = await createMembersRepository(tx).lockRoles([adminId, memberId])
  if (roles.get(adminId) !== 'admin') throw new DomainError('forbidden')
  const role = roles.get(memberId)
  if (!role) throw new DomainError('user_not_found')
  return role
}
