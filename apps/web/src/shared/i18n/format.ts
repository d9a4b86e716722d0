import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSizeText } from '#shared/media/media-file.ts'
import { localeOf } from './locale.ts'

/** Numbers and moments as the chosen language writes them, in the reader's region. */
export function useFormat() {
  const { language } = useTranslation().i18n
  return useMemo(() => {
    const locale = localeOf(language, navigator.languages)
    const numbers = new Intl.NumberFormat(locale)
    const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
    const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    const longMoments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
    const times = new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    const clocks = new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    const shortDays = new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    })
    const days = new Intl.DateTimeFormat(locale, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    })
    const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
    return {
      /** 48216 → "48,216" */
      number: (value: number) => numbers.format(value),
      /** 0.952 → "95.2%" */
      percent: (fraction: number) => percents.format(fraction),
      /** An ISO moment → "Nov 21, 2026, 7:00 AM", in the browser's zone. */
      dateTime: (moment: string) => moments.format(new Date(moment)),
      /** An ISO moment → "November 21, 2026 at 7:00 AM", in the browser's zone. */
      longDateTime: (moment: string) => longMoments.format(new Date(moment)),
      /** An ISO moment → "07:00", in the browser's zone. */
      time: (moment: string) => times.format(new Date(moment)),
      /** Epoch ms → "10:24:10", in the browser's zone. */
      clock: (time: number) => clocks.format(time),
      /** An ISO moment → "Sat, Nov 21"; in another year than this one "Nov 21, 2025". */
      shortDay: (moment: string) => {
        const date = new Date(moment)
        const thisYear = date.getFullYear() === new Date().getFullYear()
        return (thisYear ? shortDays : dates).format(date)
      },
      /** A date → "Saturday, November 21", "Saturday 21 November" for a British reader */
      day: (date: Date) => days.format(date),
      /** A date → "Nov 21, 2026" */
      date: (date: Date) => dates.format(date),
      /** 2516582 bytes → "2.4 MB" */
      fileSize: (bytes: number) => fileSizeText(bytes, locale),
    }
  }, [language])
}
