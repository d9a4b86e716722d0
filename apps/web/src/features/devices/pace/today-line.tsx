import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useDevicePace } from './use-device-pace.ts'

/** How much of its daily cap a number has used today; nothing without a cap. */
export function TodayLine({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const pace = useDevicePace(deviceId)
  if (!pace || pace.today.cap === null) return null
  const { used, cap } = pace.today
  return (
    <div className="min-w-0">
      <p className="text-muted-foreground">
        {pace.warmUp ? t('Today (warm-up)') : t('Today')} <br />
        <span className="font-medium text-foreground">{number(used)}</span>{' '}
        {t('of {total}', { total: number(cap) })}
      </p>
      <div
        aria-hidden="true"
        className="mt-1 h-1 w-full max-w-28 overflow-hidden rounded-full bg-neutral-soft"
      >
        <i
          className="block h-full rounded-full bg-chart-1"
          style={{ width: `${Math.min(100, (used / cap) * 100)}%` }}
        />
      </div>
    </div>
  )
}
