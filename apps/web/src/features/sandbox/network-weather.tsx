import type { SandboxNetworkWeather } from '@kirim/contract/sandbox-weather'
import {
  CircleArrowUp,
  CloudOff,
  type LucideIcon,
  PlugZap,
  Sun,
  Unplug,
  WifiOff,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#shared/auth/auth-context.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { cn } from '#shared/ui/cn.ts'
import { useChangeNetworkWeather, useNetworkWeather } from './use-network-weather.ts'
import { WeatherChoices } from './weather-choices.tsx'
import { NumberField } from './weather-fields.tsx'

interface Choice {
  value: string
  weather: SandboxNetworkWeather
  icon: LucideIcon
  label: string
  detail: string
}

const CHOICES: readonly [Choice, ...Choice[]] = [
  {
    value: 'calm',
    weather: { kind: 'calm' },
    icon: Sun,
    label: textKey('Calm'),
    detail: textKey('All connections are accepted.'),
  },
  {
    value: 'outage 503',
    weather: { kind: 'outage', answer: 503 },
    icon: CloudOff,
    label: textKey('Away (503)'),
    detail: textKey('Connections are answered with 503.'),
  },
  {
    value: 'outage 403',
    weather: { kind: 'outage', answer: 403 },
    icon: Unplug,
    label: textKey('Refused (403)'),
    detail: textKey('Connections are answered with 403, as a proxy in between would do.'),
  },
  {
    value: 'outage silence',
    weather: { kind: 'outage', answer: 'silence' },
    icon: WifiOff,
    label: textKey('Silent'),
    detail: textKey('Connections are never answered.'),
  },
  {
    value: 'old_client',
    weather: { kind: 'old_client' },
    icon: CircleArrowUp,
    label: textKey('Old client'),
    detail: textKey('WhatsApp answers each login with 405: the client is too old.'),
  },
  {
    value: 'closed',
    weather: { kind: 'closed', code: 503 },
    icon: PlugZap,
    label: textKey('Logins refused'),
    detail: textKey('Every login and linking fails with this code.'),
  },
]

function choiceOf(weather: SandboxNetworkWeather): Choice {
  const value = weather.kind === 'outage' ? `outage ${weather.answer}` : weather.kind
  return CHOICES.find((choice) => choice.value === value) ?? CHOICES[0]
}

/** What the sandbox network does to everybody: an admin's to change, and others' to know. */
export function NetworkWeather({ className }: { className?: string }) {
  const { t } = useTranslation()
  const titleId = useId()
  const isAdmin = useUser().role === 'admin'
  const { data: weather } = useNetworkWeather()
  const change = useChangeNetworkWeather()
  if (!weather || (!isAdmin && weather.kind === 'calm')) return null
  const current = choiceOf(weather)
  return (
    <section aria-labelledby={titleId} className={cn('p-2.5', className)}>
      <div className="flex items-baseline justify-between gap-3 px-2.5 pt-1 pb-1.5">
        <h2 id={titleId} className="text-caption font-medium text-muted-foreground">
          {t('Network')}
        </h2>
        <span className="min-w-0 truncate text-xs text-muted-foreground">{t('for everyone')}</span>
      </div>
      {isAdmin ? (
        <WeatherChoices
          titleId={titleId}
          choices={CHOICES}
          current={current.value}
          onChoose={(value) => {
            const chosen = CHOICES.find((choice) => choice.value === value)
            if (chosen) change.mutate(chosen.weather)
          }}
        >
          {weather.kind !== 'calm' && (
            <Details
              note={t(
                'No number on this server can connect until you set the weather back to calm.',
              )}
            >
              {t(current.detail)}
              {weather.kind === 'closed' && (
                <NumberField
                  label={t('Code')}
                  value={weather.code}
                  min={400}
                  max={599}
                  onNumber={(code) => change.mutate({ kind: 'closed', code })}
                />
              )}
            </Details>
          )}
        </WeatherChoices>
      ) : (
        <Details note={t('An admin set this. Your numbers reconnect once it is calm.')}>
          <span>
            <strong className="font-semibold">{t(current.label)}.</strong> {t(current.detail)}
          </span>
        </Details>
      )}
    </section>
  )
}

function Details({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className="mt-1 mb-1.5 grid gap-2.5 rounded-md border border-dashed border-input p-3 text-caption">
      {children}
      <p className="text-xs text-muted-foreground">{note}</p>
    </div>
  )
}
