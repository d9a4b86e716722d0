/** A time at which a message may leave, as a menu offers it. */
export interface OfferedTime {
  readonly name: 'this_evening' | 'tomorrow' | 'monday'
  readonly at: Date
}

const EVENING = 18
const MORNING = 9
const MONDAY = 1
/** What is almost now is no choice. */
const SOONEST_MS = 30 * 60_000

/** The times that a menu offers, in the zone of the browser. */
export function offeredTimes(now: Date): OfferedTime[] {
  const offered: OfferedTime[] = [
    { name: 'this_evening', at: dayAt(now, 0, EVENING) },
    { name: 'tomorrow', at: dayAt(now, 1, MORNING) },
    { name: 'monday', at: dayAt(now, daysUntil(MONDAY, now), MORNING) },
  ]
  return offered.filter(
    ({ at }, index) =>
      at.getTime() - now.getTime() >= SOONEST_MS &&
      !offered.slice(0, index).some((other) => other.at.getTime() === at.getTime()),
  )
}

function dayAt(now: Date, days: number, hour: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
}

/** Never today. */
function daysUntil(weekday: number, now: Date): number {
  return ((weekday - now.getDay() + 6) % 7) + 1
}

/** As a `datetime-local` field shows and takes it, in the zone of the browser. */
export function fieldTime(at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}
