import type { Role, User } from '@kirim/contract/accounts'
import type { MembershipPlan } from '@kirim/contract/limits'
import type { Db } from '../../platform/database/database.ts'
import { inPages } from '../../platform/database/in-pages.ts'
import { toAccount } from './accounts.repository.ts'
import { presentUser } from './present-user.ts'

/** Accounts as an admin sees and changes them: across all users, on purpose [6.admin.list]. */
export function createMembersRepository(db: Db) {
  return {
    /** All accounts, oldest first, in pages. */
    async *list(): AsyncGenerator<User[]> {
      const pages = inPages(
        (after: { created_at: number; id: string } | null, limit) =>
          db
            .selectFrom('users')
            .selectAll()
            .$if(after !== null, (query) =>
              query.where((eb) =>
                eb(
                  eb.refTuple('created_at', 'id'),
                  '>',
                  eb.tuple(after?.created_at ?? 0, after?.id ?? ''),
                ),
              ),
            )
            .orderBy('created_at')
            .orderBy('id')
            .limit(limit)
            .execute(),
        (row) => row,
      )
      for await (const page of pages) yield page.map((row) => presentUser(toAccount(row)))
    },

    /**
     * Locks these accounts until the transaction ends and returns their current roles. Always in
     * the same order, so that two admins who change each other cannot deadlock.
     */
    async lockRoles(ids: readonly string[]): Promise<ReadonlyMap<string, Role>> {
      const roles = new Map<string, Role>()
      for (const id of [...new Set(ids)].sort()) {
        const row = await db
          .updateTable('users')
          .set((eb) => ({ role: eb.ref('role') }))
          .where('id', '=', id)
          .returning('role')
          .executeTakeFirst()
        if (row) roles.set(id, row.role)
      }
      return roles
    },

    async update(
      id: string,
      change: { membershipPlan?: MembershipPlan | undefined; role?: Role | undefined },
    ): Promise<User> {
      const row = await db
        .updateTable('users')
        .set({
          ...(change.membershipPlan && { membership_plan: change.membershipPlan }),
          ...(change.role && { role: change.role }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return presentUser(toAccount(row))
    },

    /** Returns the hashes of the tokens that were valid. */
    async revokeTokens(id: string): Promise<string[]> {
      const rows = await db
        .deleteFrom('tokens')
        .where('user_id', '=', id)
        .returning('hash')
        .execute()
      return rows.map((row) => row.hash)
    },

    /** Deletes the account, and everything that belongs to it with it. */
    async delete(id: string): Promise<void> {
      await db.deleteFrom('users').where('id', '=', id).execute()
    },
  }
}
