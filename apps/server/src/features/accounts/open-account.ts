import type { RegisterBody, Role } from '@kirim/contract/accounts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/take-lock.ts'
import { DomainError, refusedField } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { WorkspacesPort } from './accounts.ports.ts'
import {
  type Account,
  type AccountsRepository,
  emailKey,
  toAccount,
} from './accounts.repository.ts'
import { isMakerAllowed } from './made-by.ts'
import type { Passwords } from './passwords.ts'

/**
 * The invitation the account is created with; one that is already used up matters only if it is
 * `required`.
 */
export interface UsedInvitation {
  readonly hash: string
  readonly required: boolean
}

type NewPerson = Omit<Account, 'role' | 'workspaceId'>

interface OpenAccountDeps {
  readonly db: Db
  readonly workspaces: Pick<WorkspacesPort, 'open'>
}

interface RegisterAccountDeps extends OpenAccountDeps {
  readonly clock: Clock
  readonly passwords: Passwords
}

/** Creates the admin named in the environment, unless an account with that e-mail exists. */
export async function ensureFirstAdmin(
  deps: RegisterAccountDeps & { readonly accounts: AccountsRepository },
  admin: { email: string; password: string },
): Promise<void> {
  if (await deps.accounts.findByEmail(admin.email)) return
  await registerAccount(deps, 'the start of the server', { name: 'Admin', ...admin }, 'admin')
}

/**
 * Creates an account with a workspace of its own, on the Free plan. `asker` is who waits for its
 * password to be hashed. Throws `email_taken` or `invitation_invalid`.
 */
export async function registerAccount(
  deps: RegisterAccountDeps,
  asker: string,
  { name, email, password }: Pick<RegisterBody, 'name' | 'email' | 'password'>,
  role: Role | 'first-is-admin',
  invitation: UsedInvitation | null = null,
): Promise<Account> {
  const account = {
    id: newId(),
    name,
    email,
    passwordHash: await deps.passwords.hash(asker, password),
    createdAt: deps.clock.now(),
  }
  return openAccount(deps, account, role, invitation)
}

/**
 * `role` 'first-is-admin' makes the very first account the admin. An invitation is used up with it.
 * Throws `email_taken` or `invitation_invalid`, and then changes nothing.
 */
export async function openAccount(
  { db, workspaces }: OpenAccountDeps,
  account: NewPerson,
  role: Role | 'first-is-admin',
  invitation: UsedInvitation | null = null,
): Promise<Account> {
  return db.transaction().execute(async (tx) => {
    if (role === 'first-is-admin') await takeLock(tx, 'first-account', account.createdAt)
    if (invitation) await useInvitation(tx, invitation, account.createdAt)
    const added = await insertPerson(tx, account, role, account.id)
    const { id, name, createdAt: now } = account
    await workspaces.open(tx, { id, name, ownerId: id, now })
    return added
  })
}

/** Throws `email_taken`. */
export async function insertPerson(
  tx: Db,
  account: NewPerson,
  role: Role | 'first-is-admin',
  workspaceId: string,
): Promise<Account> {
  const row = await tx
    .insertInto('users')
    .values({
      id: account.id,
      name: account.name,
      email: account.email,
      email_key: emailKey(account.email),
      password_hash: account.passwordHash,
      role:
        role === 'first-is-admin'
          ? sql<Role>`case when exists (select 1 from users) then 'user' else 'admin' end`
          : role,
      created_at: account.createdAt,
      workspace_id: workspaceId,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw refusedField('email_taken', ['email'])
  return toAccount(row)
}

/** Of several accounts created at once with one invitation, exactly one gets it. */
async function useInvitation(
  tx: Db,
  { hash, required }: UsedInvitation,
  now: number,
): Promise<void> {
  const used = await tx
    .deleteFrom('invitations')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .where(isMakerAllowed('invitations'))
    .returning('id')
    .executeTakeFirst()
  if (!used && required) throw new DomainError('invitation_invalid')
}
