import type { SandboxPhone } from '@kirim/contract/sandbox'
import type { SandboxWeather } from '@kirim/contract/sandbox-weather'
import { Check } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { useChangeWeather, useWeather } from './use-weather.ts'
import { WeatherDetails } from './weather-details.tsx'
import { CHOICES, weatherOf } from './weather-kinds.ts'

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
        <>
          <Choices
            titleId={titleId}
            current={report.data.weather}
            onChoose={(weather) => change.mutate(weather)}
          />
          <WeatherDetails
            key={JSON.stringify(report.data.weather)}
            report={report.data}
            onChange={(weather) => change.mutate(weather)}
          />
        </>
      )}
    </section>
  )
}

interface ChoicesProps {
  titleId: string
  current: SandboxWeather
  onChoose: (weather: SandboxWeather) => void
}

function Choices({ titleId, current, onChoose }: ChoicesProps) {
  return (
    <RadioGroup.Root
      aria-labelledby={titleId}
      value={current.kind}
      onValueChange={(kind) => {
        const chosen = CHOICES.find((choice) => choice.kind === kind)
        if (chosen) onChoose(chosen)
      }}
      className="grid grid-cols-2 gap-0.5 lg:grid-cols-1"
    >
      {CHOICES.map(({ kind }) => (
        <Choice key={kind} kind={kind} />
      ))}
    </RadioGroup.Root>
  )
}

function Choice({ kind }: Pick<SandboxWeather, 'kind'>) {
  const { t } = useTranslation()
  const { icon: Icon, label, detail } = weatherOf(kind)
  return (
    <RadioGroup.Item
      value={kind}
      title={t(detail)}
      className="group flex h-8 min-w-0 items-center gap-2.5 rounded-md px-2.5 text-left transition-colors duration-100 hover:bg-accent pointer-coarse:h-11 data-[state=checked]:bg-accent data-[state=checked]:font-medium"
    >
      <Icon
        aria-hidden="true"
        className={cn(
          'size-4 shrink-0 text-muted-foreground',
          kind !== 'calm' && 'group-data-[state=checked]:text-warning',
        )}
      />
      <span className="min-w-0 flex-1 truncate">{t(label)}</span>
      <RadioGroup.Indicator>
        <Check aria-hidden="true" className="size-4 text-primary" />
      </RadioGroup.Indicator>
    </RadioGroup.Item>
  )
}
