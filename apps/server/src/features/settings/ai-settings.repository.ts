import type { AiProvider } from '@kirim/contract/settings'
import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import type { Db } from '../../platform/database/database.ts'
import type { AiAccess } from './settings.ports.ts'

export interface StoredAiSettings {
  readonly provider: AiProvider
  /** Empty for the provider's default model. */
  readonly model: string
  readonly baseUrl: string
  readonly hasKey: boolean
  readonly monthlyLimit: number | null
  /** `YYYY-MM` in UTC. */
  readonly usedMonth: string
  readonly usedCount: number
}

export function createAiSettingsRepository(
  db: Db,
  box: SecretBox,
  reachesPrivate: (workspaceId: string) => Promise<boolean>,
) {
  const rowOf = (workspaceId: string) =>
    db.selectFrom('ai_settings').selectAll().where('user_id', '=', workspaceId).executeTakeFirst()

  return {
    /** Without the key. */
    async find(workspaceId: string): Promise<StoredAiSettings | null> {
      const row = await rowOf(workspaceId)
      return row
        ? {
            provider: row.provider,
            model: row.model,
            baseUrl: row.base_url,
            hasKey: row.sealed_key !== null,
            monthlyLimit: row.monthly_limit,
            usedMonth: row.used_month,
            usedCount: row.used_count,
          }
        : null
    },

    /** With the decrypted key: for requests to the provider only, never for responses or logs. */
    async findAccess(workspaceId: string): Promise<AiAccess | null> {
      const row = await rowOf(workspaceId)
      return row
        ? {
            provider: row.provider,
            baseUrl: row.base_url,
            apiKey: row.sealed_key === null ? null : box.open(row.sealed_key, placeOf(workspaceId)),
            reachesPrivate: await reachesPrivate(workspaceId),
          }
        : null
    },

    /** Keeps this month's use. */
    async save(
      workspaceId: string,
      access: AiAccess,
      choice: { model: string; monthlyLimit: number | null },
    ): Promise<void> {
      const columns = {
        provider: access.provider,
        base_url: access.baseUrl,
        sealed_key: access.apiKey === null ? null : box.seal(access.apiKey, placeOf(workspaceId)),
        model: choice.model,
        monthly_limit: choice.monthlyLimit,
      }
      await db
        .insertInto('ai_settings')
        .values({ user_id: workspaceId, used_month: '', used_count: 0, ...columns })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
        .execute()
    },

    async remove(workspaceId: string): Promise<void> {
      await db.deleteFrom('ai_settings').where('user_id', '=', workspaceId).execute()
    },
  }
}

export type AiSettingsRepository = ReturnType<typeof createAiSettingsRepository>

function placeOf(workspaceId: string): string {
  return `ai/${workspaceId}`
}
