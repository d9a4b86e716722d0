import type { Db } from '../../../platform/database/database.ts'

/**
 * When an item's call last failed, and why, as `serializeReason` writes it; contains nothing of the
 * request or response.
 */
export interface ApiFailure {
  readonly at: number
  readonly reason: string
}

interface Place {
  readonly userId: string
  readonly itemId: string
}

/** The failures of items' calls, stored with the item; recording one is no edit. */
export function createApiFailuresRepository(db: Db) {
  const itemAt = ({ userId, itemId }: Place) =>
    db.updateTable('chatbot_items').where('id', '=', itemId).where('user_id', '=', userId)

  return {
    /** True when the item's calls did not fail before. */
    async record(place: Place, { at, reason }: ApiFailure): Promise<boolean> {
      const failed = itemAt(place).set({ api_failed_at: at, api_failure: reason })
      const begun = await failed.where('api_failed_at', 'is', null).executeTakeFirst()
      if (begun.numUpdatedRows > 0n) return true
      await failed.where('api_failed_at', '<=', at).execute()
      return false
    },

    /** A call succeeded. True when the item's calls failed before. */
    async clear(place: Place, at: number): Promise<boolean> {
      const cleared = await itemAt(place)
        .set({ api_failed_at: null, api_failure: null })
        .where('api_failed_at', '<=', at)
        .executeTakeFirst()
      return cleared.numUpdatedRows > 0n
    },
  }
}
