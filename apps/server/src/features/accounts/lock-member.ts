import type { Role } from '@kirim/contract/accounts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { createMembersRepository } from './members.repository.ts'

/**
 * Holds the member and the admin who acts on them until the transaction ends; answers the member's
 * role. Who acts is still an admin then and keeps that role, so the last admin cannot be lost, also
 * not when two admins demote or delete each other at the same time. Throws `forbidden` or
 * `user_not_found`.
 */
export async function lockMember(tx: Db, adminId: string, memberId: string): Promise<Role> {
  const roles = await createMembersRepository(tx).lockRoles([adminId, memberId])
  if (roles.get(adminId) !== 'admin') throw new DomainError('forbidden')
  const role = roles.get(memberId)
  if (!role) throw new DomainError('user_not_found')
  return role
}
