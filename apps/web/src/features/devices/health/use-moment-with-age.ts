import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** "08:02" and "2 h ago"; of another day "2 Nov", and no age from a day on. */
export function useMomentWithAge(): (moment: string) => { at: string; age: string } {
  const { t } = useTranslation()
  const { time, monthDay } = useFormat()
  return (moment) => {
    const passed = Date.now() - Date.parse(moment)
    const isToday = new Date(moment).toDateString() === new Date().toDateString()
    const at = isToday ? time(moment) : monthDay(moment)
    if (passed < MINUTE_MS) return { at, age: t('now') }
    if (passed < HOUR_MS)
      return { at, age: t('{m} min ago', { m: Math.floor(passed / MINUTE_MS) }) }
    if (passed < 24 * HOUR_MS)
      return { at, age: t('{h} h ago', { h: Math.floor(passed / HOUR_MS) }) }
    return { at, age: '' }
  }
}
