import { zonedClock } from '@kirim/message-template/zoned-clock'
import type { WorkSpan } from '../save/simulate-queue.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Hours in the time zone of the campaign. */
const NIGHT = { from: 22, to: 7 } as const

/** Whether a campaign begins at night, or goes on into one; null where it does neither. */
export function nightOf(
  spans: readonly Pick<WorkSpan, 'from' | 'to'>[],
  timeZone: string,
): 'starts_at_night' | 'goes_on_at_night' | null {
  const [first] = spans
  if (!first) return null
  if (untilNight(first.from, timeZone) === 0) return 'starts_at_night'
  return spans.some(({ from, to }) => to - from > untilNight(from, timeZone))
    ? 'goes_on_at_night'
    : null
}

/** Milliseconds until the night begins; 0 at night. */
function untilNight(at: number, timeZone: string): number {
  const local = zonedClock(at, timeZone)
  if (!local || local.hour >= NIGHT.from || local.hour < NIGHT.to) return 0
  return (NIGHT.from - local.hour) * HOUR_MS - Number(local.format('m', 'en')) * MINUTE_MS
}
