import { textKey } from '#shared/i18n/text-key.ts'

const EVENING_HOUR = 17
const MORNING_HOUR = 9
const HOUR_MS = 60 * 60 * 1000

export interface SnoozeTime {
  readonly label: string
  readonly until: Date
}

/** Times that are often chosen, in the browser's zone; those that have passed are left out. */
export function snoozeTimes(now: Date): readonly SnoozeTime[] {
  const day = (days: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
  const daysToMonday = (8 - now.getDay()) % 7 || 7
  const times = [
    { label: textKey('In 1 hour'), until: new Date(now.getTime() + HOUR_MS) },
    { label: textKey('This evening'), until: day(0, EVENING_HOUR) },
    { label: textKey('Tomorrow'), until: day(1, MORNING_HOUR) },
    { label: textKey('Next week'), until: day(daysToMonday, MORNING_HOUR) },
  ]
  const isSaidBefore = ({ until }: SnoozeTime, index: number) =>
    times.slice(0, index).some((other) => other.until.getTime() === until.getTime())
  return times.filter((time, index) => time.until > now && !isSaidBefore(time, index))
}
