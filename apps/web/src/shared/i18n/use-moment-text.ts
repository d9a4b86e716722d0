import { useTranslation } from 'react-i18next'
import { useFormat } from './format.ts'

/** "today, 07:00" or "Sat, 28 Nov, about 07:00", in the browser's zone. */
export function useMomentText(): (moment: string, about?: boolean) => string {
  const { t } = useTranslation()
  const { time, shortDay } = useFormat()
  return (moment, about = false) => {
    const today = new Date(moment).toDateString() === new Date().toDateString()
    const words = { day: shortDay(moment), time: time(moment) }
    if (today) return about ? t('today, about {time}', words) : t('today, {time}', words)
    return about ? t('{day}, about {time}', words) : t('{day}, {time}', words)
  }
}
