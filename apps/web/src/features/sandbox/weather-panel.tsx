import type { SandboxPhone } from '@kirim/contract/sandbox'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { useChangeWeather, useWeather } from './use-weather.ts'
import { WeatherChoices } from './weather-choices.tsx'
import { WeatherDetails } from './weather-details.tsx'
import { CHOICES, WEATHER } from './weather-kinds.ts'

/** What the sandbox network does to a phone, and what the owner wants it to do. */
export function WeatherPanel({ phone, className }: { phone: SandboxPhone; className?: string }) {
  const { t } = useTranslation()
  const { phoneNumber, name } = phone
  const titleId = useId()
  const report = useWeather(phoneNumber)
  const change = useChangeWeather(phoneNumber)
  return (
    <section aria-labelledby={titleId} className={cn('border-t p-2.5', className)}>
      <div className="flex items-baseline justify-between gap-3 px-2.5 pt-1 pb-1.5">
        <h2 id={titleId} className="text-caption font-medium text-muted-foreground">
          {t('Weather')}
        </h2>
        <span className="min-w-0 truncate text-xs text-muted-foreground">
          {t('for {name}', { name })}
        </span>
      </div>
      {report.isError && (
        <ErrorState
          className="border-t-0"
          message={t('Could not load the weather of this phone.')}
          onRetry={() => void report.refetch()}
          busy={report.isFetching}
        />
      )}
      {report.data && (
        <WeatherChoices
          titleId={titleId}
          choices={CHOICES.map(({ kind }) => ({ value: kind, ...WEATHER[kind] }))}
          current={report.data.weather.kind}
          onChoose={(kind) => {
            const chosen = CHOICES.find((choice) => choice.kind === kind)
            if (chosen) change.mutate(chosen)
          }}
        >
          <WeatherDetails report={report.data} onChange={(weather) => change.mutate(weather)} />
        </WeatherChoices>
      )}
    </section>
  )
}
