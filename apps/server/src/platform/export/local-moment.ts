import { zonedClock } from '@kirim/message-template/zoned-clock'

/** A moment in local time; the unchanged ISO 8601 text without a time zone. */
export function exportedMoment(iso: string, timeZone: string | undefined): string {
  return timeZone === undefined ? iso : localMoment(Date.parse(iso), timeZone)
}

/** A moment (epoch milliseconds) by the clock of a time zone, in a form that Excel reads as one. */
export function localMoment(at: number, timeZone: string): string {
  return zonedClock(at, timeZone)?.format('YYYY-MM-DD HH:mm:ss', 'en') ?? ''
}
