import type { ScheduleType } from '@kirim/contract/schedule'
import { useTranslation } from 'react-i18next'

/** The names of the schedules [2.bulk.schedule]. */
export function useScheduleNames(): Readonly<Record<ScheduleType, string>> {
  const { t } = useTranslation()
  return {
    anytime: t('Anytime'),
    daytime: t('Daytime (7am-6pm)'),
    nighttime: t('Nighttime (7pm-6am)'),
    odd_hours: t('Odd Hours'),
    even_hours: t('Even Hours'),
  }
}
