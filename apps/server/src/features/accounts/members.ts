import type { Role, User } from '@kirim/contract/accounts'
import type { updateUser } from '@kirim/contract/admin'
import type { BodyOf } from '@kirim/contract/call'
import type { Db } from '../../platform/database/database.ts'
import { inPages } from '../../platform/database/in-pages.ts'
import { DomainError } from '../../platform/errors.ts'
import type { WorkspacesPort } from './accounts.ports.ts'
import { revokeTokens, toAccount } from './accounts.repository.ts'
import { withdrawMadeBy } from './made-by.ts'
import { presentUser } from './present-user.ts'

/** All accounts, oldest first, in pages, with the plans of their own workspaces [6.admin.list]. */
export async function* listMembers(
  db: Db,
  { ownOf }: Pick<WorkspacesPort, 'ownOf'>,
): AsyncGenerator<User[]> {
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
  for await (const page of pages) {
    const own = await ownOf(page.map(({ id }) => id))
    yield page.map((row) => presentUser(toAccount(row), own.get(row.id) ?? null))
  }
}

/**
 * The workspace is the one whose plan has changed. Throws `admin_plan_fixed`, `owns_no_workspace`,
 * `user_not_found` or `forbidden`.
 */
export function changeMember(
  { db, workspaces }: { readonly db: Db; readonly workspaces: WorkspacesPort },
  adminId: string,
  memberId: string,
  { membershipPlan, role }: BodyOf<typeof updateUser>,
): Promise<{ user: User; workspaceId: string | null }> {
  return db.transaction().execute(async (tx) => {
    const before = await lockMember(tx, adminId, memberId)
    if (membershipPlan && before === 'admin') throw new DomainError('admin_plan_fixed')
    if (role === 'user') await withdrawMadeBy(tx, memberId)
    const own = (await workspaces.ownOf([memberId], tx)).get(memberId) ?? null
    if (membershipPlan && !own) throw new DomainError('owns_no_workspace')
    const workspace =
      own && membershipPlan ? await workspaces.change(own.id, { membershipPlan }, tx) : own
    const row = await tx
      .updateTable('users')
      .set((eb) => ({ role: role ?? eb.ref('role') }))
      .where('id', '=', memberId)
      .returningAll()
      .executeTakeFirstOrThrow()
    return {
      user: presentUser(toAccount(row), workspace),
      workspaceId: membershipPlan && own ? own.id : null,
    }
  })
}

/**
 * Signs the member out and revokes the admin role, with the links and invitations made by it; two
 * admins cannot both do this to each other. Returns the hashes of the member's tokens. Throws
 * `user_not_found` or `forbidden`.
 */
export function retireMember(db: Db, adminId: string, memberId: string): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, adminId, memberId)
    await tx.updateTable('users').set({ role: 'user' }).where('id', '=', memberId).execute()
    await withdrawMadeBy(tx, memberId)
    return revokeTokens(tx, memberId)
  })
}

/** Deletes the account. Returns the hashes of tokens from a sign-in that happened meanwhile. */
export function eraseMember(db: Db, memberId: string): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const tokens = await revokeTokens(tx, memberId)
    await tx.deleteFrom('users').where('id', '=', memberId).execute()
    return tokens
  })
}

/**
 * Locks the member and the acting admin until the transaction ends, and returns the member's role.
 * The admin is still an admin then and keeps that role, so the last admin cannot be lost, even when
 * two admins demote or delete each other at the same time. Throws `forbidden` or `user_not_found`.
 */
async function lockMember(tx: Db, adminId: string, memberId: string): Promise<Role> {
  const roles = new Map<string, Role>()
  // In the same order, so that two admins who change each other cannot deadlock.
  for (const id of [...new Set([adminId, memberId])].sort()) {
    const row = await tx
      .updateTable('users')
      .set((eb) => ({ role: eb.ref('role') }))
      .where('id', '=', id)
      .returning('role')
      .executeTakeFirst()
    if (row) roles.set(id, row.role)
  }
  if (roles.get(adminId) !== 'admin') throw new DomainError('forbidden')
  const role = roles.get(memberId)
  if (!role) throw new DomainError('user_not_found')
  return role
}
