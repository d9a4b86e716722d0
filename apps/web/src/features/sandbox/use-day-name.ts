import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { relativeDay } from './chat-days.ts'

/** Formats a day as "Today", "Yesterday" or the date. */
export function useDayName(): (day: Date) => string {
  const { t } = useTranslation()
  const { date } = useFormat()
  return (day) => {
    const name = relativeDay(day, new Date())
    if (name === 'today') return t('Today')
    return name === 'yesterday' ? t('Yesterday') : date(day)
  }
}
