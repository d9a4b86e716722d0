import type { Role } from '@kirim/contract/accounts'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { UserTable } from '../../platform/database/schema/accounts.ts'
import { DomainError } from '../../platform/errors.ts'

export interface Account {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  readonly role: Role
  readonly createdAt: number
  /** The workspace of requests that name none. */
  readonly workspaceId: string | null
}

export interface ProfileChange {
  readonly name: string
}

/** Times are epoch milliseconds. */
export interface NewToken {
  readonly hash: string
  readonly now: number
  readonly expiresAt: number
}

export function createAccountsRepository(db: Db) {
  return {
    async findByEmail(email: string): Promise<Account | null> {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('email_key', '=', emailKey(email))
        .executeTakeFirst()
      return row ? toAccount(row) : null
    },

    async findById(id: string): Promise<Account | null> {
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toAccount(row) : null
    },

    async hasAny(): Promise<boolean> {
      return Boolean(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    },

    /** For the command line; false when no account has this e-mail. */
    async setRole(email: string, role: Role): Promise<boolean> {
      const result = await db
        .updateTable('users')
        .set({ role })
        .where('email_key', '=', emailKey(email))
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    async update(id: string, { name }: ProfileChange): Promise<void> {
      await db.updateTable('users').set({ name }).where('id', '=', id).execute()
    },

    /**
     * Sets profile and password, replaces all tokens by a new one and deletes the reset link.
     * Returns the hashes of the revoked tokens. Throws `unauthenticated`, and changes nothing, when
     * the caller's token is gone.
     */
    async changePassword(
      { personId, tokenHash }: { personId: string; tokenHash: string },
      change: ProfileChange & { passwordHash: string },
      token: NewToken,
    ): Promise<string[]> {
      return db.transaction().execute(async (tx) => {
        // Locks the account against other password changes and sign-ins.
        await tx
          .updateTable('users')
          .set({ name: change.name, password_hash: change.passwordHash })
          .where('id', '=', personId)
          .execute()
        const hashes = await revokeTokens(tx, personId)
        if (!hashes.includes(tokenHash)) throw new DomainError('unauthenticated')
        await tx.deleteFrom('password_resets').where('user_id', '=', personId).execute()
        await insertToken(tx, personId, token)
        return hashes
      })
    },

    /**
     * Stores a token for a user who has just entered the password; false when the password was
     * changed meanwhile.
     */
    async signIn(
      { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
      token: NewToken,
    ): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        // Locks the account: a password change happens before this, or revokes the token.
        const { numUpdatedRows } = await tx
          .updateTable('users')
          .set((eb) => ({ password_hash: eb.ref('password_hash') }))
          .where('id', '=', id)
          .where('password_hash', '=', passwordHash)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await insertToken(tx, id, token)
        return true
      })
    },

    async deleteToken(hash: string): Promise<void> {
      await db.deleteFrom('tokens').where('hash', '=', hash).execute()
    },

    async deleteExpiredTokens(personId: string, now: number): Promise<void> {
      await db
        .deleteFrom('tokens')
        .where('user_id', '=', personId)
        .where('expires_at', '<=', now)
        .execute()
    },

    /** Deletes the oldest tokens above this number; returns their hashes. */
    async keepNewestTokens(personId: string, most: number): Promise<string[]> {
      const own = db.selectFrom('tokens').where('user_id', '=', personId)
      const newest = own.select('hash').orderBy('created_at', 'desc').limit(most)
      const ended = await db
        .deleteFrom('tokens')
        .where('user_id', '=', personId)
        .where('hash', 'not in', newest)
        .returning('hash')
        .execute()
      return ended.map(({ hash }) => hash)
    },

    async hasToken(hash: string, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('tokens')
        .select('hash')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>

/** Returns the hashes of the account's tokens. */
export async function revokeTokens(tx: Db, personId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('tokens')
    .where('user_id', '=', personId)
    .returning('hash')
    .execute()
  return rows.map((row) => row.hash)
}

async function insertToken(tx: Db, personId: string, token: NewToken): Promise<void> {
  await tx
    .insertInto('tokens')
    .values({
      hash: token.hash,
      user_id: personId,
      created_at: token.now,
      expires_at: token.expiresAt,
    })
    .execute()
}

/** E-mails are compared without case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase()
}

export function toAccount(row: Selectable<UserTable>): Account {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    passwordHash: row.password_hash,
    role: row.role,
    createdAt: row.created_at,
    workspaceId: row.workspace_id,
  }
}
