import type { SandboxWeather, SandboxWeatherReport } from '@kirim/contract/sandbox-weather'
import { Sun } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useSecondsUntil } from '#shared/time/countdown.ts'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { nextMoment, numberOf, weatherOf } from './weather-kinds.ts'

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
    <div className="mt-2 rounded-md border border-dashed border-input p-3">
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

/** Takes effect when a field is left, or on Enter. */
function Parameters({
  weather,
  onChange,
}: {
  weather: RoughWeather
  onChange: WeatherDetailsProps['onChange']
}) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const number = numberOf(weather)
  const shownEnd = weather.until ? time(weather.until) : ''
  const [end, setEnd] = useState(shownEnd)
  const [typed, setTyped] = useState(String(number?.value ?? ''))

  function apply(): void {
    const value = Number(typed)
    if (number && typed !== '' && value !== number.value) {
      if (Number.isInteger(value) && value >= 0 && value <= number.max) {
        onChange(number.change(value))
      } else setTyped(String(number.value))
    } else if (end !== shownEnd) {
      const { until: _until, ...lasting } = weather
      const until = nextMoment(end, new Date())
      if (until) onChange({ ...weather, until })
      else if (end.trim() === '') onChange(lasting)
      else setEnd(shownEnd)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }

  return (
    <form onSubmit={submit} className="mt-2.5 grid grid-cols-2 gap-2">
      <Field label={t('Until')}>
        <Input
          placeholder="18:00"
          maxLength={5}
          value={end}
          onChange={(event) => setEnd(event.target.value)}
          onBlur={apply}
        />
      </Field>
      {number && (
        <Field label={t(number.label)}>
          <Input
            inputMode="numeric"
            maxLength={10}
            value={typed}
            onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
            onBlur={apply}
          />
        </Field>
      )}
      {/* A form of two fields is sent by Enter only with a button. */}
      <button type="submit" hidden tabIndex={-1} />
    </form>
  )
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
      {since && <>{t('Struck since {time}: {n}.', { time: time(since), n: number(struck) })} </>}
      {left === null
        ? t('Lasts until you change it.')
        : t('Ends by itself in {time}.', { time: durationText(left, t) })}
    </p>
  )
}
