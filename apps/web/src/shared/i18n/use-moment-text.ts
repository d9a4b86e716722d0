import { useTranslation } from 'react-i18next'
import { useFormat } from './format.ts'

/** "today, 07:00" or "Sat, Nov 28, 07:00", in the browser's zone. */
export function useMomentText(): (moment: string) => string {
  const { t } = useTranslation()
  const { time, shortDay } = useFormat()
  return (moment) => {
    const today = new Date(moment).toDateString() === new Date().toDateString()
    return today
      ? t('today, {time}', { time: time(moment) })
      : `${shortDay(moment)}, ${time(moment)}`
  }
}
