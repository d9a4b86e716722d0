import type { User } from '@kirim/contract/accounts'
import type { updateUser } from '@kirim/contract/admin'
import type { BodyOf } from '@kirim/contract/call'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { lockMember } from './lock-member.ts'
import { withdrawMadeBy } from './made-by.ts'
import { createMembersRepository } from './members.repository.ts'

/** What an admin may do to other accounts; each checks that the caller is still an admin. */
export function createMembers(db: Db) {
  return {
    /** All accounts, oldest first, in pages. */
    list: () => createMembersRepository(db).list(),

    /** Throws `admin_plan_fixed`, `user_not_found` or `forbidden`. */
    change(adminId: string, memberId: string, change: BodyOf<typeof updateUser>): Promise<User> {
      return db.transaction().execute(async (tx) => {
        const role = await lockMember(tx, adminId, memberId)
        if (change.membershipPlan && role === 'admin') throw new DomainError('admin_plan_fixed')
        if (change.role === 'user') await withdrawMadeBy(tx, memberId)
        return createMembersRepository(tx).update(memberId, change)
      })
    },

    /**
     * Signs the member out and revokes the admin role, with the links and invitations made by it;
     * two admins cannot both do this to each other. Returns the hashes of the member's tokens.
     * Throws `user_not_found` or `forbidden`.
     */
    retire(adminId: string, memberId: string): Promise<string[]> {
      return db.transaction().execute(async (tx) => {
        await lockMember(tx, adminId, memberId)
        const members = createMembersRepository(tx)
        await members.update(memberId, { role: 'user' })
        await withdrawMadeBy(tx, memberId)
        return members.revokeTokens(memberId)
      })
    },

    /** Returns the hashes of tokens from a sign-in that happened meanwhile. */
    erase(memberId: string): Promise<string[]> {
      return db.transaction().execute(async (tx) => {
        const members = createMembersRepository(tx)
        const tokens = await members.revokeTokens(memberId)
        await members.delete(memberId)
        return tokens
      })
    },
  }
}
