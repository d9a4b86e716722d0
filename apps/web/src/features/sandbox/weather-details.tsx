import type { SandboxWeather, SandboxWeatherReport } from '@kirim/contract/sandbox-weather'
import { Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useSecondsUntil } from '#shared/time/countdown.ts'
import { Button } from '#shared/ui/button.tsx'
import { controlsOf, nextMoment, type WeatherControl } from './weather-controls.ts'
import { ChoiceField, NumberField, SwitchField, TypedField } from './weather-fields.tsx'
import { weatherOf } from './weather-kinds.ts'

interface WeatherDetailsProps {
  report: SandboxWeatherReport
  onChange: (weather: SandboxWeather) => void
}

/** What the weather does, when it ends, and how often it struck. */
export function WeatherDetails({ report, onChange }: WeatherDetailsProps) {
  const { t } = useTranslation()
  const { weather } = report
  if (weather.kind === 'calm') return null
  return (
    <div className="mt-1 mb-1.5 rounded-md border border-dashed border-input p-3">
      <p className="text-caption">{t(weatherOf(weather.kind).detail)}</p>
      <Parameters weather={weather} onChange={onChange} />
      <Standing report={report} until={weather.until} />
      <Button size="sm" className="mt-2.5 w-full" onClick={() => onChange({ kind: 'calm' })}>
        <Sun aria-hidden="true" />
        {t('Back to calm')}
      </Button>
    </div>
  )
}

type RoughWeather = Exclude<SandboxWeather, { kind: 'calm' }>

function Parameters({
  weather,
  onChange,
}: {
  weather: RoughWeather
  onChange: WeatherDetailsProps['onChange']
}) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const { until: end, ...lasting } = weather
  return (
    <div className="mt-2.5 grid grid-cols-2 gap-2">
      <TypedField
        label={t('Until')}
        placeholder="18:00"
        maxLength={5}
        value={end ? time(end) : ''}
        onTyped={(typed) => {
          const until = nextMoment(typed, new Date())
          if (until) onChange({ ...weather, until })
          else if (typed.trim() === '') onChange(lasting)
        }}
      />
      {controlsOf(weather).map((control) => (
        <Parameter key={control.label} control={control} onChange={onChange} />
      ))}
    </div>
  )
}

interface ParameterProps {
  control: WeatherControl
  onChange: WeatherDetailsProps['onChange']
}

function Parameter({ control, onChange }: ParameterProps) {
  const { t } = useTranslation()
  const label = t(control.label)
  switch (control.is) {
    case 'number': {
      const { change, is: _is, ...number } = control
      return <NumberField {...number} label={label} onNumber={(value) => onChange(change(value))} />
    }
    case 'choice':
      return (
        <ChoiceField
          label={label}
          value={control.value}
          options={control.options}
          onChoice={(value) => onChange(control.change(value))}
        />
      )
    case 'switch':
      return (
        <SwitchField
          label={label}
          checked={control.value}
          onChecked={(value) => onChange(control.change(value))}
        />
      )
  }
}

function Standing({ report, until }: { report: SandboxWeatherReport; until: string | undefined }) {
  const { t } = useTranslation()
  const { time, number } = useFormat()
  const left = useSecondsUntil(until ? Date.parse(until) : null)
  const { since, struck, weather, now } = report
  return (
    <p className="tnum mt-2.5 text-xs text-muted-foreground">
      {weather.kind === 'mixed' && (
        <>{t('At the moment: {kind}.', { kind: t(weatherOf(now).label) })} </>
      )}
      {since && <>{t('Affected since {time}: {n}.', { time: time(since), n: number(struck) })} </>}
      {left === null
        ? t('Lasts until you change it.')
        : t('Ends automatically in {time}.', { time: durationText(left, t) })}
    </p>
  )
}
