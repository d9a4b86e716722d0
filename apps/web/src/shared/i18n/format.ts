import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Numbers and moments as the chosen language writes them. */
export function useFormat() {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const { language } = i18n
    const numbers = new Intl.NumberFormat(language)
    const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
    const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
    const longMoments = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' })
    const times = new Intl.DateTimeFormat(language, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    const days = new Intl.DateTimeFormat(language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    })
    const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
    return {
      /** 48216 → "48,216" */
      number: (value: number) => numbers.format(value),
      /** 0.952 → "95.2%" */
      percent: (fraction: number) => percents.format(fraction),
      /** An ISO moment → "21 Nov 2026, 07:00", in the browser's zone. */
      dateTime: (moment: string) => moments.format(new Date(moment)),
      /** An ISO moment → "November 21, 2026 at 7:00 AM", in the browser's zone. */
      longDateTime: (moment: string) => longMoments.format(new Date(moment)),
      /** An ISO moment → "07:00", in the browser's zone. */
      time: (moment: string) => times.format(new Date(moment)),
      /** A date → "Saturday, November 21" */
      day: (date: Date) => days.format(date),
      /** A date → "Nov 21, 2026" */
      date: (date: Date) => dates.format(date),
    }
  }, [i18n.language, i18n])
}
