import { capAfter, type WarmUp } from '@kirim/contract/device-pace'
import { zonedClock } from '@kirim/message-template/zoned-clock'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The smallest change of the clocks in any time zone. */
const CLOCKS_CHANGE_BY_MS = 30 * MINUTE_MS

/** The stored pace of a number. */
export interface StoredPace {
  readonly cap: number | null
  readonly warmUp: WarmUp | null
  /** The first day of the warm-up, as `YYYY-MM-DD`; empty without one. */
  readonly warmUpFrom: string
  readonly timeZone: string
  /** The day that `usedCount` counts. */
  readonly usedDay: string
  readonly usedCount: number
}

/** One day of a number, in the zone of its pace. */
export interface DeviceDay {
  readonly day: string
  /** The number of people its campaigns may write to that day; null without a cap. */
  readonly cap: number | null
  readonly used: number
  readonly endsAt: number
}

/** The day that contains `at`; `used` is 0 for any day but the last one counted. */
export function dayOf(pace: StoredPace, at: number): DeviceDay {
  const day = dayIn(pace.timeZone, at)
  const days = (Date.parse(day) - Date.parse(pace.warmUpFrom || day)) / DAY_MS
  return {
    day,
    cap: capAfter(pace.cap, pace.warmUp, days),
    used: pace.usedDay === day ? pace.usedCount : 0,
    endsAt: nextDayAt(pace.timeZone, at),
  }
}

function dayIn(timeZone: string, at: number): string {
  return zonedClock(at, timeZone)?.format('YYYY-MM-DD', 'en') ?? ''
}

/** The next midnight in the zone; days on which the clocks change are longer or shorter. */
function nextDayAt(timeZone: string, at: number): number {
  const today = dayIn(timeZone, at)
  const next = at - intoDay(timeZone, at) + DAY_MS
  const into = intoDay(timeZone, next)
  let end = dayIn(timeZone, next) === today ? next + DAY_MS - into : next - into
  // Where summer time begins at midnight, the next day begins later than 00:00.
  while (dayIn(timeZone, end) === today) end += CLOCKS_CHANGE_BY_MS
  return end
}

function intoDay(timeZone: string, at: number): number {
  const local = zonedClock(at, timeZone)
  if (!local) return 0
  return local.hour * HOUR_MS + Number(local.format('m', 'en')) * MINUTE_MS + (at % MINUTE_MS)
}
