import { useFormat } from '#shared/i18n/format.ts'

/**
 * Returns a function that writes a moment beside the time now (epoch ms): "08:52" of today, "21
 * Nov" of another day, "21 Nov 2025" of another year.
 */
export function useDayText(): (moment: string, now: number) => string {
  const { time, monthDay, date } = useFormat()
  return (moment, now) => {
    const day = new Date(moment)
    const today = new Date(now)
    if (day.toDateString() === today.toDateString()) return time(moment)
    return day.getFullYear() === today.getFullYear() ? monthDay(moment) : date(day)
  }
}
