import type { PaceForm } from '@kirim/contract/device-pace'
import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { DeviceTable } from '../../../platform/database/schema/devices.ts'
import { dayOf, type StoredPace } from './device-day.ts'

export type PaceColumns = Pick<
  Selectable<DeviceTable>,
  | 'daily_cap'
  | 'warm_up_from'
  | 'warm_up_start'
  | 'warm_up_step'
  | 'day_zone'
  | 'used_day'
  | 'used_count'
>

export const PACE_COLUMNS = [
  'daily_cap',
  'warm_up_from',
  'warm_up_start',
  'warm_up_step',
  'day_zone',
  'used_day',
  'used_count',
] as const satisfies readonly (keyof PaceColumns)[]

export function toPace(row: PaceColumns): StoredPace {
  const { warm_up_from: warmUpFrom, warm_up_start: start, warm_up_step: step } = row
  return {
    cap: row.daily_cap,
    warmUp: warmUpFrom ? { start, step } : null,
    warmUpFrom,
    timeZone: row.day_zone || 'UTC',
    usedDay: row.used_day,
    usedCount: row.used_count,
  }
}

export function createDevicePaceRepository(db: Db) {
  async function find(id: string): Promise<StoredPace | null> {
    const row = await db
      .selectFrom('devices')
      .select(PACE_COLUMNS)
      .where('id', '=', id)
      .executeTakeFirst()
    return row ? toPace(row) : null
  }

  return {
    find,

    /** Changing a warm-up's numbers does not restart it. */
    async save(id: string, { cap, warmUp, timeZone }: PaceForm, now: number): Promise<void> {
      const before = await find(id)
      const zoned = { ...(before ?? NO_PACE), timeZone }
      const today = dayOf(zoned, now).day
      await db
        .updateTable('devices')
        .set({
          daily_cap: cap,
          day_zone: timeZone,
          warm_up_from: warmUp ? before?.warmUpFrom || today : '',
          warm_up_start: warmUp?.start ?? 0,
          warm_up_step: warmUp?.step ?? 0,
        })
        .where('id', '=', id)
        .execute()
    },

    /** Counts one more person for today, in the transaction that claims them. */
    async countPerson(id: string, now: number, leavesBy: number): Promise<void> {
      const pace = await find(id)
      if (!pace) return
      const { day, used } = dayOf(pace, now)
      await db
        .updateTable('devices')
        .set({ used_day: day, used_count: used + 1, last_sent_at: leavesBy })
        .where('id', '=', id)
        .execute()
    },
  }
}

/** The pace of a number without a cap. */
export const NO_PACE: StoredPace = {
  cap: null,
  warmUp: null,
  warmUpFrom: '',
  timeZone: 'UTC',
  usedDay: '',
  usedCount: 0,
}
