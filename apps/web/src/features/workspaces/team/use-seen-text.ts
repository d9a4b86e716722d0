import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

const MINUTE_MS = 60_000

/** When somebody was last here: "6 min ago", "Yesterday, 18:04", "12 November". */
export function useSeenText(): (moment: string) => string {
  const { t } = useTranslation()
  const { number, time, longMonthDay, date } = useFormat()
  const now = useMinute()
  return (moment) => {
    const seen = new Date(moment)
    const minutes = Math.floor((now - seen.getTime()) / MINUTE_MS)
    if (minutes < 1) return t('Just now')
    if (minutes < 60) return t('{n} min ago', { n: number(minutes) })
    const days = daysBetween(seen, new Date(now))
    if (days === 0) return t('Today, {time}', { time: time(moment) })
    if (days === 1) return t('Yesterday, {time}', { time: time(moment) })
    const thisYear = seen.getFullYear() === new Date(now).getFullYear()
    return thisYear ? longMonthDay(moment) : date(seen)
  }
}

/** Calendar days of the browser's zone. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate())
  return Math.round((midnight(to).getTime() - midnight(from).getTime()) / (24 * 60 * MINUTE_MS))
}

/** The time, again each minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  // A moment may be newer than the last tick.
  return Math.max(now, Date.now())
}
