import type { NumberSettings } from '@kirim/contract/chatbot-tools'
import type { Db } from '../../../platform/database/database.ts'

/** Until its owner has sent a campaign or chosen another. */
const TIME_ZONE = 'Asia/Kuala_Lumpur'

export function createNumberSettingsRepository(db: Db) {
  return {
    /**
     * The caller has made sure whose number it is. Without settings of its own: all restraint off.
     */
    async of(deviceId: string): Promise<NumberSettings> {
      const row = await db
        .selectFrom('devices')
        .leftJoin('chatbot_settings', 'chatbot_settings.device_id', 'devices.id')
        .selectAll('chatbot_settings')
        .select((eb) =>
          // Where the owner's newest campaign is sent.
          eb
            .selectFrom('campaigns')
            .select('campaigns.time_zone')
            .whereRef('campaigns.user_id', '=', 'devices.user_id')
            .orderBy('campaigns.id', 'desc')
            .limit(1)
            .as('usual_time_zone'),
        )
        .where('devices.id', '=', deviceId)
        .executeTakeFirst()
      return {
        timeZone: row?.time_zone ?? row?.usual_time_zone ?? TIME_ZONE,
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
