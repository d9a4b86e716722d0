import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#shared/i18n/locale.ts'

export type SpanWidth = 'quarter' | 'hour' | 'day' | 'week'

const QUARTER_MS = 15 * 60 * 1000
const LENGTHS = { quarter: QUARTER_MS, hour: 4 * QUARTER_MS, week: 7 * 96 * QUARTER_MS }

/**
 * Names spans of time by their begin, 2026-11-27T09:15 on the reader's own clock: short below a
 * chart, whole elsewhere.
 */
export function useSpanText(width: SpanWidth) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  return useMemo(() => {
    const locale = localeOf(language, navigator.languages)
    // The begin is a time of the reader's clock already.
    const format = (options: Intl.DateTimeFormatOptions) => {
      const own = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
      return (start: string, after = 0) => own.format(Date.parse(`${start}Z`) + after)
    }
    const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    const date = format({ day: 'numeric', month: 'short' })
    const day = format({ weekday: 'short', day: 'numeric', month: 'short' })
    if (width === 'day') return { short: date, whole: (start: string) => day(start) }
    if (width === 'week') {
      const lastDay = LENGTHS.week - 1
      return {
        short: date,
        whole: (start: string) =>
          t('{from} to {to}', { from: date(start), to: date(start, lastDay) }),
      }
    }
    return {
      short: time,
      whole: (start: string) =>
        t('{day}, {from} to {to}', {
          day: day(start),
          from: time(start),
          to: time(start, LENGTHS[width]),
        }),
    }
  }, [t, language, width])
}
