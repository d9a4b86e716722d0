import { zonedClock } from '@kirim/message-template/zoned-clock'

/** A moment (epoch milliseconds) by the clock of a time zone, in a form that Excel reads as one. */
export function localMoment(at: number, timeZone: string): string {
  return zonedClock(at, timeZone)?.format('YYYY-MM-DD HH:mm:ss', 'en') ?? ''
}
