import type { Db } from '../../platform/database/database.ts'

const RETENTION_MS = 180 * 24 * 60 * 60 * 1000
const KEPT_PER_ACCOUNT = 50

/** Addresses that accounts have signed in from, as keyed hashes: a restart keeps them. */
export function createKnownAddressesRepository(db: Db) {
  return {
    async has(personId: string, hash: string, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('known_addresses')
        .select('hash')
        .where('user_id', '=', personId)
        .where('hash', '=', hash)
        .where('seen_at', '>', now - RETENTION_MS)
        .executeTakeFirst()
      return Boolean(row)
    },

    /** Deletes addresses not seen for a long time, and the oldest beyond the maximum. */
    async remember(personId: string, hash: string, now: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('known_addresses')
          .values({ user_id: personId, hash, seen_at: now })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'hash']).doUpdateSet({ seen_at: now }),
          )
          .execute()
        const newest = tx
          .selectFrom('known_addresses')
          .select('hash')
          .where('user_id', '=', personId)
          .where('seen_at', '>', now - RETENTION_MS)
          .orderBy('seen_at', 'desc')
          .limit(KEPT_PER_ACCOUNT)
        await tx
          .deleteFrom('known_addresses')
          .where('user_id', '=', personId)
          .where('hash', 'not in', newest)
          .execute()
      })
    },
  }
}

export type KnownAddressesRepository = ReturnType<typeof createKnownAddressesRepository>
