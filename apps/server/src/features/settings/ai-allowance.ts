import type { AiProvider } from '@kirim/contract/settings'
import type { Db } from '../../platform/database/database.ts'
import type { CallQuota } from '../../platform/quota.ts'
import type { AiSettingsRepository } from './ai-settings.repository.ts'

/**
 * Limits an owner's AI messages: by the cap they have set per month, and by the account's calls per
 * day. Counting is one statement, so that concurrent replies never exceed the cap together. Months
 * are `YYYY-MM` in UTC.
 */
export function createAiAllowance(db: Db, settings: AiSettingsRepository, calls: CallQuota) {
  async function refundCall(workspaceId: string, month: string): Promise<void> {
    await db
      .updateTable('ai_settings')
      .set((eb) => ({ used_count: eb('used_count', '-', 1) }))
      .where('user_id', '=', workspaceId)
      .where('used_month', '=', month)
      .where('used_count', '>', 0)
      .execute()
  }

  return {
    /** The provider and its decrypted key; null when no provider is set. */
    async source(workspaceId: string): Promise<{
      provider: AiProvider
      model: string
      baseUrl: string
      apiKey: string | null
    } | null> {
      const stored = await settings.find(workspaceId)
      const access = await settings.findAccess(workspaceId)
      return stored && access && { ...access, model: stored.model }
    },

    /** Counts one message; false, counting nothing, when none is left this month or day. */
    async take(workspaceId: string, month: string): Promise<boolean> {
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
        .where('user_id', '=', workspaceId)
        .where((eb) =>
          eb.or([
            eb('monthly_limit', 'is', null),
            eb.and([eb('used_month', '<>', month), eb('monthly_limit', '>', 0)]),
            eb.and([eb('used_month', '=', month), eb('monthly_limit', '>', eb.ref('used_count'))]),
          ]),
        )
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      if (await calls.tryTake(workspaceId)) return true
      await refundCall(workspaceId, month)
      return false
    },

    /** Refunds an unwritten message to the month; it still counts as a call. */
    refundCall,
  }
}
