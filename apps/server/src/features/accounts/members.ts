import type { User } from '@kirim/contract/accounts'
import type { updateUser } from '@kirim/contract/admin'
import type { BodyOf } from '@kirim/contract/call'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { lockMember } from './lock-member.ts'
import { createMembersRepository } from './members.repository.ts'

/** What an admin does to the accounts of others; who acts is still an admin when it is done. */
export function createMembers(db: Db) {
  return {
    /** Everybody, oldest first, in pages. */
    list: () => createMembersRepository(db).list(),

    /** Throws `admin_plan_fixed`, `user_not_found` or `forbidden`. */
    change(adminId: string, memberId: string, change: BodyOf<typeof updateUser>): Promise<User> {
      return db.transaction().execute(async (tx) => {
        const role = await lockMember(tx, adminId, memberId)
        if (change.membershipPlan && role === 'admin') throw new DomainError('admin_plan_fixed')
        return createMembersRepository(tx).update(memberId, change)
      })
    },

    /**
     * From here on they are signed out and no admin; two admins cannot both do this to each other.
     * Answers the hashes of their tokens. Throws `user_not_found` or `forbidden`.
     */
    retire(adminId: string, memberId: string): Promise<string[]> {
      return db.transaction().execute(async (tx) => {
        await lockMember(tx, adminId, memberId)
        const members = createMembersRepository(tx)
        await members.update(memberId, { role: 'user' })
        return members.revokeTokens(memberId)
      })
    },

    /** They may have signed in once more meanwhile: answers the hashes of those tokens. */
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
