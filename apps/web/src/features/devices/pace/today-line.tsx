import { devicePace } from '@kirim/contract/device-pace'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useFormat } from '#shared/i18n/format.ts'

/** Whoever watches the page sees how a campaign uses the day up. */
const ASK_AGAIN_MS = 60_000

/** How much of its daily cap a number has used today; nothing without a cap. */
export function TodayLine({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { data } = useQuery({
    ...callQuery(devicePace, { params: { id: deviceId } }),
    refetchInterval: ASK_AGAIN_MS,
    retry: false,
  })
  if (!data || data.today.cap === null) return null
  const { used, cap } = data.today
  return (
    <div className="min-w-0">
      <p className="text-muted-foreground">
        {data.warmUp ? t('Today, warming up') : t('Today')} <br />
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
