import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { revokeTokens } from './accounts.repository.ts'
import { isMakerAllowed } from './made-by.ts'

/** Times are epoch milliseconds. */
interface NewLink {
  readonly hash: string
  readonly expiresAt: number
  readonly madeBy: string
}

/** Password reset links, one per account, by the hash of their token. */
export function createPasswordResetsRepository(db: Db) {
  return {
    /** Replaces an earlier link of the account. */
    async put(personId: string, { hash, expiresAt, madeBy }: NewLink): Promise<void> {
      const link = { token_hash: hash, expires_at: expiresAt, made_by: madeBy }
      await db
        .insertInto('password_resets')
        .values({ user_id: personId, ...link })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
        .execute()
    },

    /** The user of the link, while it is valid. */
    async ownerOf(hash: string, now: number): Promise<string | null> {
      const row = await db
        .selectFrom('password_resets')
        .select('user_id')
        .where('token_hash', '=', hash)
        .where('expires_at', '>', now)
        .where(isMakerAllowed('password_resets'))
        .executeTakeFirst()
      return row?.user_id ?? null
    },

    /**
     * Uses the link: sets the password and revokes all tokens of the account; returns their hashes.
     * Throws `reset_link_invalid`, and changes nothing, when the link was used meanwhile, or its
     * maker is no longer an admin.
     */
    async use(personId: string, hash: string, passwordHash: string): Promise<string[]> {
      return db.transaction().execute(async (tx) => {
        // Locks the account first, as everywhere, so that two password changes cannot deadlock.
        await tx
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', personId)
          .execute()
        const used = await tx
          .deleteFrom('password_resets')
          .where('token_hash', '=', hash)
          .where(isMakerAllowed('password_resets'))
          .executeTakeFirst()
        if (used.numDeletedRows === 0n) throw new DomainError('reset_link_invalid')
        return revokeTokens(tx, personId)
      })
    },
  }
}

export type PasswordResetsRepository = ReturnType<typeof createPasswordResetsRepository>
