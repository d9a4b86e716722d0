import type { NumberSettings } from '@kirim/contract/chatbot-tools'
import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { ChatbotDevices, NewestTimeZone } from '../chatbots.ports.ts'

/** The default until the owner has sent a campaign or chosen a time zone. */
const TIME_ZONE = 'Asia/Kuala_Lumpur'

export function createNumberSettingsRepository(
  db: Db,
  { rows }: Pick<ChatbotDevices, 'rows'>,
  newestTimeZone: NewestTimeZone,
) {
  const settingsOf = prepared((on, { deviceId }: { deviceId: string }) =>
    on
      .selectFrom(rows.as('device'))
      .leftJoin('chatbot_settings', 'chatbot_settings.device_id', 'device.id')
      .select(['time_zone', 'language', 'cooldown_s', 'quiet_minutes', 'knowledge'])
      .select(newestTimeZone('device.user_id').as('usual_time_zone'))
      .where('device.id', '=', deviceId),
  )

  return {
    /** The caller has checked the number's owner. Without stored settings all restraint is off. */
    async of(deviceId: string): Promise<NumberSettings> {
      const [row] = await settingsOf(db, { deviceId })
      return {
        timeZone: row?.time_zone ?? row?.usual_time_zone ?? TIME_ZONE,
        language: row?.language ?? 'en',
        cooldownSeconds: row?.cooldown_s ?? 0,
        quietMinutes: row?.quiet_minutes ?? 0,
        knowledge: row?.knowledge ?? '',
      }
    },

    /** The caller has checked the number's owner. */
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
