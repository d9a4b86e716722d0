import type { NumberSettings } from '@kirim/contract/chatbot-tools'
import type { Db } from '../../platform/database/database.ts'

/** Until its owner has sent a campaign or chosen another. */
const TIME_ZONE = 'Asia/Kuala_Lumpur'

export function createNumberSettingsRepository(db: Db) {
  /** Where the owner's newest campaign is sent. */
  async function usualTimeZone(deviceId: string): Promise<string> {
    const row = await db
      .selectFrom('campaigns')
      .innerJoin('devices', 'devices.user_id', 'campaigns.user_id')
      .select('campaigns.time_zone')
      .where('devices.id', '=', deviceId)
      .orderBy('campaigns.id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.time_zone ?? TIME_ZONE
  }

  return {
    /** The caller has made sure whose number it is. Without a row: all restraint off. */
    async of(deviceId: string): Promise<NumberSettings> {
      const row = await db
        .selectFrom('chatbot_settings')
        .selectAll()
        .where('device_id', '=', deviceId)
        .executeTakeFirst()
      return {
        timeZone: row?.time_zone ?? (await usualTimeZone(deviceId)),
        language: row?.language ?? 'en',
        cooldownSeconds: row?.cooldown_s ?? 0,
        quietMinutes: row?.quiet_minutes ?? 0,
        knowledge: row?.knowledge ?? '',
      }
    },

    /** The caller has made sure whose number it is. */
    async save(deviceId: string, settings: NumberSettings): Promise<void> {
      const columns = {
        time_zone: settings.timeZone,
        language: settings.language,
        cooldown_s: settings.cooldownSeconds,
        quiet_minutes: settings.quietMinutes,
        knowledge: settings.knowledge,
      }
      await db
        .insertInto('chatbot_settings')
        .values({ device_id: deviceId, ...columns })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet(columns))
        .execute()
    },
  }
}

export type NumberSettingsRepository = ReturnType<typeof createNumberSettingsRepository>
