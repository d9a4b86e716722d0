import { useTranslation } from 'react-i18next'
import { fileSizeText } from '#shared/media/media-file.ts'
import { localeOf } from './locale.ts'

export type Format = ReturnType<typeof formatOf>

let last: { key: string; format: Format } | undefined

/** Formats numbers and dates in the chosen language and the user's region. */
export function useFormat(): Format {
  const { language } = useTranslation().i18n
  // Some browsers answer a new list each time.
  const key = `${language} ${navigator.languages}`
  if (last?.key !== key) last = { key, format: formatOf(language, navigator.languages) }
  return last.format
}

function formatOf(language: string, preferred: readonly string[]) {
  // Created on first use and cached: each takes milliseconds on a slow phone.
  const locale = once(() => localeOf(language, preferred))
  const numbers = once(() => new Intl.NumberFormat(locale()))
  const percents = once(
    () => new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }),
  )
  const shares = once(
    () =>
      new Intl.NumberFormat(locale(), {
        style: 'percent',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }),
  )
  const dates = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale(), options))
  // Every time has the form of the HH:00 of schedules, whatever the region prefers.
  const hourCycle = 'h23'
  const moments = dates({ dateStyle: 'medium', timeStyle: 'short', hourCycle })
  const longMoments = dates({ dateStyle: 'long', timeStyle: 'short', hourCycle })
  const times = dates({ hour: '2-digit', minute: '2-digit', hourCycle })
  const clocks = dates({
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle,
  })
  const shortDays = dates({ weekday: 'short', day: 'numeric', month: 'short' })
  const monthDays = dates({ day: 'numeric', month: 'short' })
  const longMonthDays = dates({ day: 'numeric', month: 'long' })
  const longDays = dates({ weekday: 'long', day: 'numeric', month: 'long' })
  const days = dates({ dateStyle: 'medium' })
  const lists = once(() => new Intl.ListFormat(locale(), { type: 'conjunction' }))
  return {
    /** 48216 → "48,216" */
    number: (value: number) => numbers().format(value),
    /** 0.952 → "95.2%" */
    percent: (fraction: number) => percents().format(fraction),
    /** 0.7 → "70.0%": for numbers that stand below each other. */
    share: (fraction: number) => shares().format(fraction),
    /** An ISO moment → "21 Nov 2026, 07:00", in the browser's zone. */
    dateTime: (moment: string) => moments().format(new Date(moment)),
    /** An ISO moment → "21 November 2026 at 07:00", in the browser's zone. */
    longDateTime: (moment: string) => longMoments().format(new Date(moment)),
    /** An ISO moment → "07:00", in the browser's zone. */
    time: (moment: string) => times().format(new Date(moment)),
    /** Epoch ms → "10:24:10", in the browser's zone. */
    clock: (time: number) => clocks().format(time),
    /** An ISO moment → "Sat, 21 Nov"; in another year than this one "21 Nov 2025". */
    shortDay: (moment: string) => {
      const date = new Date(moment)
      const thisYear = date.getFullYear() === new Date().getFullYear()
      return (thisYear ? shortDays() : days()).format(date)
    },
    /** An ISO moment → "21 Nov", in the browser's zone. */
    monthDay: (moment: string) => monthDays().format(new Date(moment)),
    /** An ISO moment → "21 November", in the browser's zone. */
    longMonthDay: (moment: string) => longMonthDays().format(new Date(moment)),
    /** A date → "Saturday, 21 November", "Saturday 21 November" for a British reader */
    day: (date: Date) => longDays().format(date),
    /** A date → "21 Nov 2026" */
    date: (date: Date) => days().format(date),
    /** ["a", "b"] → "a and b" */
    list: (parts: readonly string[]) => lists().format(parts),
    /** 2516582 bytes → "2.4 MB" */
    fileSize: (bytes: number) => fileSizeText(bytes, locale()),
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
