import { useTranslation } from 'react-i18next'
import { localeOf } from '#shared/i18n/locale.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { minutesApart, zoneOfNumber } from './person-zone.ts'

/**
 * Returns a function that says what time it is for a person at a moment; empty where their clock
 * shows the same as the reader's, and where it is unknown.
 */
export function usePersonTime(phoneNumber: string): (at: Date) => string {
  const { t, i18n } = useTranslation()
  const zone = zoneOfNumber(phoneNumber)
  return (at) => {
    if (!zone || Number.isNaN(at.getTime())) return ''
    if (minutesApart(at, zone, browserTimeZone()) === 0) return ''
    const locale = localeOf(i18n.language, navigator.languages)
    const time = new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at)
    return t('{time} for them', { time })
  }
}
