import type { SandboxWeatherReport } from '@kirim/contract/sandbox-weather'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useWeather } from './use-weather.ts'
import { weatherOf } from './weather-kinds.ts'

export type WeatherChange = SandboxWeatherReport['changes'][number]

/** Below the head of a chat, while the network is hostile to the phone. */
export function WeatherStrip({ phoneNumber }: { phoneNumber: string }) {
  const { t } = useTranslation()
  const report = useWeather(phoneNumber).data
  if (!report || report.weather.kind === 'calm') return null
  const { icon: Icon, label, detail } = weatherOf(report.weather.kind)
  return (
    <p className="flex items-start gap-2.5 bg-warning-soft px-4 py-2 text-caption text-warning-ink">
      <Icon className="mt-px size-4 shrink-0" aria-hidden="true" />
      <span>
        <strong className="font-semibold">{t(label)}.</strong> {t(detail)}
      </span>
    </p>
  )
}

/** A line among the messages of a chat. */
export function WeatherNotice({ change }: { change: WeatherChange }) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const { icon: Icon, label } = weatherOf(change.kind)
  return (
    <p className="my-2 flex items-start gap-1.5 self-center rounded-lg bg-card px-3 py-1.5 text-xs text-muted-foreground ring-1 ring-border">
      <Icon className="mt-px size-3.5 shrink-0" aria-hidden="true" />
      <span>
        <time dateTime={change.at} className="tnum">
          {time(change.at)}
        </time>{' '}
        {t('Weather changed to {kind}', { kind: t(label) })}
      </span>
    </p>
  )
}
