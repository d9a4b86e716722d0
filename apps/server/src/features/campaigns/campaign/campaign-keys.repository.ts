import type { Db } from '../../../platform/database/database.ts'

const KEPT_MS = 24 * 60 * 60 * 1000

/** More than are added, and few enough for one transaction. */
const REMOVED_AT_ONCE = 100

/** The Idempotency-Key of a request, hashed, and what was asked with it. */
export interface CampaignKey {
  readonly hash: string
  readonly fingerprint: string
}

/** Another request has kept this key. */
export class KeyTaken extends Error {
  override name = 'KeyTaken'
}

/** The keys that users created campaigns with, for a day. */
export function createCampaignKeysRepository(db: Db) {
  return {
    async find(
      userId: string,
      { hash }: CampaignKey,
      now: number,
    ): Promise<{ campaignId: string; fingerprint: string } | null> {
      const row = await db
        .selectFrom('campaign_keys')
        .select(['campaign_id', 'fingerprint'])
        .where('user_id', '=', userId)
        .where('key_hash', '=', hash)
        .where('created_at', '>', now - KEPT_MS)
        .executeTakeFirst()
      return row ? { campaignId: row.campaign_id, fingerprint: row.fingerprint } : null
    },

    /**
     * Keeps a key in the transaction that creates its campaign, and removes some of its user's that
     * are older than a day. Waits for another transaction that is keeping it; throws KeyTaken.
     */
    async keep(
      { id, userId, now }: { id: string; userId: string; now: number },
      { hash, fingerprint }: CampaignKey,
    ): Promise<void> {
      await removeOld(db, userId, now)
      const row = { fingerprint, campaign_id: id, created_at: now }
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('campaign_keys')
        .values({ user_id: userId, key_hash: hash, ...row })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'key_hash'])
            .doUpdateSet(row)
            .where('campaign_keys.created_at', '<=', now - KEPT_MS),
        )
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n) throw new KeyTaken()
    },

    async free(userId: string, campaignId: string): Promise<void> {
      await db
        .deleteFrom('campaign_keys')
        .where('user_id', '=', userId)
        .where('campaign_id', '=', campaignId)
        .execute()
    },
  }
}

async function removeOld(db: Db, userId: string, now: number): Promise<void> {
  await db
    .deleteFrom('campaign_keys')
    .where('user_id', '=', userId)
    .where('key_hash', 'in', (eb) =>
      eb
        .selectFrom('campaign_keys')
        .select('key_hash')
        .where('user_id', '=', userId)
        .where('created_at', '<=', now - KEPT_MS)
        .orderBy('created_at')
        .limit(REMOVED_AT_ONCE),
    )
    .execute()
}
