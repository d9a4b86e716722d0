import type { DeviceManners } from '@kirim/contract/device-manners'
import { type Db, flag } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'

const NONE: DeviceManners = {
  marksRead: false,
  showsOnline: false,
  rejectsCalls: false,
  callText: '',
}

const mannersOf = prepared((db, { deviceId }: { deviceId: string }) =>
  db
    .selectFrom('device_manners')
    .select(['mark_read', 'shows_online', 'rejects_calls', 'call_text'])
    .where('device_id', '=', deviceId),
)

export function createMannersRepository(db: Db) {
  return {
    /** Everything is off until the owner turns it on. */
    async of(deviceId: string): Promise<DeviceManners> {
      const [row] = await mannersOf(db, { deviceId })
      if (!row) return NONE
      return {
        marksRead: row.mark_read === 1,
        showsOnline: row.shows_online === 1,
        rejectsCalls: row.rejects_calls === 1,
        callText: row.call_text,
      }
    },

    /** The caller has checked the number's owner. */
    async save(deviceId: string, manners: DeviceManners): Promise<void> {
      const columns = {
        mark_read: flag(manners.marksRead),
        shows_online: flag(manners.showsOnline),
        rejects_calls: flag(manners.rejectsCalls),
        call_text: manners.callText,
      }
      await db
        .insertInto('device_manners')
        .values({ device_id: deviceId, ...columns })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet(columns))
        .execute()
    },
  }
}
