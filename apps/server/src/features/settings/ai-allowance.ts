import type { AiProvider } from '@kirim/contract/settings'
import type { Db } from '../../platform/database/database.ts'
import type { CallQuota } from '../../platform/quota.ts'
import type { AiSettingsRepository } from './ai-settings.repository.ts'

/**
 * What an owner's AI may still write: by the cap that they have set for each month, and by the
 * calls that their account may make today. Counting is one statement, so that messages answered
 * side by side never pass the cap together. Months are `YYYY-MM` in UTC.
 */
export function createAiAllowance(db: Db, settings: AiSettingsRepository, calls: CallQuota) {
  async function refundCall(userId: string, month: string): Promise<void> {
    await db
      .updateTable('ai_settings')
      .set((eb) => ({ used_count: eb('used_count', '-', 1) }))
      .where('user_id', '=', userId)
      .where('used_month', '=', month)
      .where('used_count', '>', 0)
      .execute()
  }

  return {
    /** Whom to ask, the key opened; null when no provider is set. */
    async source(userId: string): Promise<{
      provider: AiProvider
      model: string
      baseUrl: string
      apiKey: string | null
    } | null> {
      const stored = await settings.find(userId)
      const access = await settings.findAccess(userId)
      return stored && access && { ...access, model: stored.model }
    },

    /** Counts one message; false, counting nothing, when the month or the day has none left. */
    async take(userId: string, month: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('ai_settings')
        .set((eb) => ({
          used_month: month,
          used_count: eb
            .case()
            .when('used_month', '=', month)
            .then(eb('used_count', '+', 1))
            .else(1)
            .end(),
        }))
        .where('user_id', '=', userId)
        .where((eb) =>
          eb.or([
            eb('monthly_limit', 'is', null),
            eb.and([eb('used_month', '<>', month), eb('monthly_limit', '>', 0)]),
            eb.and([eb('used_month', '=', month), eb('monthly_limit', '>', eb.ref('used_count'))]),
          ]),
        )
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      if (await calls.tryTake(userId)) return true
      await refundCall(userId, month)
      return false
    },

    /** Gives back to the month one that was taken and not written; as a call it was made. */
    refundCall,
  }
}
