import { HOURS_BY_SCHEDULE, type ScheduleType } from '@kirim/contract/schedule'
import { zonedClock } from '@kirim/message-template/zoned-clock'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const HOURS_TO_LOOK_AHEAD = 26

/**
 * When a campaign with this schedule may send: `now` during an active hour, otherwise the start of
 * the next one in the campaign's time zone (epoch milliseconds).
 */
export function activeFrom(now: number, schedule: ScheduleType, timeZone: string): number {
  const hours = HOURS_BY_SCHEDULE[schedule]
  if (hours.length === 0) return now
  let moment = now
  for (let step = 0; step < HOURS_TO_LOOK_AHEAD; step++) {
    const local = zonedClock(moment, timeZone)
    if (!local || hours.includes(local.hour)) return moment
    // Some zones' hours do not start with UTC's.
    const intoHour = Number(local.format('m', 'en')) * MINUTE_MS + (moment % MINUTE_MS)
    moment += HOUR_MS - intoHour
  }
  return moment
}
