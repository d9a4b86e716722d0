import { HOURS_BY_SCHEDULE, type ScheduleType } from '@kirim/contract/schedule'
import { zonedClock } from '@kirim/message-template/zoned-clock'

const HOUR_MS = 3_600_000
/** The horizon of the estimate, in hours. */
const HOURS_TO_LOOK_AHEAD = 60 * 24

interface Hours {
  /** Epoch ms. */
  from: number
  schedule: ScheduleType
  /** The IANA time zone of the schedule. */
  timeZone: string
}

/**
 * The seconds from `from` until `seconds` of sending have passed, including pauses outside the
 * schedule's hours. `rests`: there are such pauses. Null when it takes longer than 60 days.
 */
export function secondsToSend(
  seconds: number,
  { from, schedule, timeZone }: Hours,
): { seconds: number; rests: boolean } | null {
  const hours = HOURS_BY_SCHEDULE[schedule]
  let left = seconds * 1000
  let moment = from
  for (let step = 0; step < HOURS_TO_LOOK_AHEAD; step++) {
    const local = zonedClock(moment, timeZone)
    if (!local) return null
    const untilNextHour = HOUR_MS - intoHour(local, moment)
    const sends = hours.length === 0 || hours.includes(local.hour)
    if (sends && left <= untilNextHour) {
      const taken = (moment + left - from) / 1000
      return { seconds: taken, rests: taken > seconds }
    }
    if (sends) left -= untilNextHour
    moment += untilNextHour
  }
  return null
}

/** Some zones are offset by a part of an hour. */
function intoHour(local: NonNullable<ReturnType<typeof zonedClock>>, moment: number): number {
  return Number(local.format('m', 'en')) * 60_000 + (moment % 60_000)
}
