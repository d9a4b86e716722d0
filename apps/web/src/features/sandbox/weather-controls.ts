import type { SandboxWeather } from '@kirim/contract/sandbox-weather'
import { textKey } from '#shared/i18n/text-key.ts'

/** What can be changed of some weather: what it is called, and how it is kept. */
export type WeatherControl =
  | {
      is: 'number'
      label: string
      value: number
      min: number
      max: number
      change(value: number): SandboxWeather
    }
  | {
      is: 'choice'
      label: string
      value: string
      options: readonly { value: string; label: string }[]
      change(value: string): SandboxWeather
    }
  | { is: 'switch'; label: string; value: boolean; change(value: boolean): SandboxWeather }

const COUNT_MAX = 10_000
const SECONDS_MAX = 3600

const CLOSES_WHEN = [
  { value: 'open', label: textKey('Open connections') },
  { value: 'login', label: textKey('Every login') },
] as const
const MEDIA_HOW = [
  { value: 'trickle', label: textKey('Take a long time') },
  { value: 'silence', label: textKey('Never answered') },
  { value: 'cut', label: textKey('Fail midway') },
  { value: 'refused', label: textKey('No host: server refuses') },
  { value: 'no_hosts', label: textKey('No host: none listed') },
] as const
const SETTINGS_HOW = [
  { value: 'error', label: textKey('Answer an error') },
  { value: 'garbage', label: textKey('Cannot be read') },
] as const

const number = (
  label: string,
  value: number,
  max: number,
  change: (value: number) => SandboxWeather,
  min = 0,
): WeatherControl => ({ is: 'number', label, value, min, max, change })

const seconds = (ms: number, change: (ms: number) => SandboxWeather, min = 0): WeatherControl =>
  number(textKey('Seconds'), ms / 1000, SECONDS_MAX, (value) => change(value * 1000), min)

const share = (value: number, change: (share: number) => SandboxWeather): WeatherControl =>
  number(textKey('Share (%)'), Math.round(value * 100), 100, (percent) => change(percent / 100))

const toggle = (
  label: string,
  value: boolean | undefined,
  change: (value: boolean) => SandboxWeather,
): WeatherControl => ({ is: 'switch', label, value: value ?? false, change })

function choice<V extends string>(
  label: string,
  value: V,
  options: readonly { readonly value: V; readonly label: string }[],
  change: (value: V) => SandboxWeather,
): WeatherControl {
  return {
    is: 'choice',
    label,
    value,
    options,
    change: (chosen) => change(options.find((option) => option.value === chosen)?.value ?? value),
  }
}

/** What can be changed of this weather beside its end, in the order it is shown. */
export function controlsOf(weather: SandboxWeather): readonly WeatherControl[] {
  switch (weather.kind) {
    case 'limited':
      return [
        number(textKey('New chats a day'), weather.newADay ?? 0, COUNT_MAX, (newADay) => ({
          ...weather,
          newADay,
        })),
        toggle(textKey('Reported only on request'), weather.untold, (untold) => ({
          ...weather,
          untold,
        })),
        toggle(textKey('Include unanswered chats'), weather.unanswered, (unanswered) => ({
          ...weather,
          unanswered,
        })),
      ]
    case 'banned':
      return [
        number(textKey('Cause'), weather.code ?? 101, 199, (code) => ({ ...weather, code }), 100),
      ]
    case 'closed':
      return closingControls(weather)
    case 'slow_media':
      return [
        seconds(weather.forMs ?? 40_000, (forMs) => ({ ...weather, forMs })),
        choice(textKey('Files'), weather.how ?? 'trickle', MEDIA_HOW, (how) => ({
          ...weather,
          how,
        })),
      ]
    case 'migrated':
      return [
        share(weather.share ?? 1, (moved) => ({ ...weather, share: moved })),
        toggle(textKey('This account moved too'), weather.own ?? true, (own) => ({
          ...weather,
          own,
        })),
      ]
    case 'companions':
      return [
        number(
          textKey('Devices per contact'),
          weather.devices ?? 2,
          4,
          (devices) => ({ ...weather, devices }),
          1,
        ),
        toggle(textKey('One device asks again'), weather.asks, (asks) => ({ ...weather, asks })),
      ]
    case 'undecryptable':
      return [
        share(weather.share ?? 1, (unread) => ({ ...weather, share: unread })),
        toggle(textKey('Include copies'), weather.lasting, (lasting) => ({ ...weather, lasting })),
        toggle(textKey('Holds back later messages'), weather.withholds, (withholds) => ({
          ...weather,
          withholds,
        })),
      ]
    case 'receipts':
      return [
        seconds(weather.delayMs ?? 0, (delayMs) => ({ ...weather, delayMs })),
        number(textKey('Repeated'), weather.repeat ?? 0, 5, (repeat) => ({ ...weather, repeat })),
        number(textKey('Asked again'), weather.retries ?? 0, 5, (retries) => ({
          ...weather,
          retries,
        })),
        toggle(textKey('Out of order'), weather.reorder, (reorder) => ({
          ...weather,
          reorder,
        })),
      ]
    case 'rate_overlimit':
      return [
        number(textKey('Per minute'), weather.perMinute ?? 0, COUNT_MAX, (perMinute) => ({
          ...weather,
          perMinute,
        })),
        toggle(textKey('Include messages'), weather.messages, (messages) => ({
          ...weather,
          messages,
        })),
      ]
    case 'app_state':
      return [
        choice(textKey('Settings'), weather.how ?? 'error', SETTINGS_HOW, (how) => ({
          ...weather,
          how,
        })),
      ]
    case 'history':
      return [
        number(textKey('Chats'), weather.chats, 50_000, (chats) => ({ ...weather, chats }), 1),
        number(textKey('Messages'), weather.messages, 500_000, (messages) => ({
          ...weather,
          messages,
        })),
        number(
          textKey('Parts'),
          weather.chunks ?? 10,
          1000,
          (chunks) => ({ ...weather, chunks }),
          1,
        ),
      ]
    case 'mixed':
      return [
        number(textKey('Seed'), weather.seed, 2_147_483_647, (seed) => ({ ...weather, seed })),
        seconds(weather.everyMs ?? 60_000, (everyMs) => ({ ...weather, everyMs }), 1),
      ]
    default:
      return []
  }
}

function closingControls(
  weather: Extract<SandboxWeather, { kind: 'closed' }>,
): readonly WeatherControl[] {
  const { code, when, afterMs = 0 } = weather
  const always = [
    number(textKey('Code'), code, 599, (next) => ({ ...weather, code: next }), 400),
    choice(textKey('Ends'), when, CLOSES_WHEN, (next) => ({ ...weather, when: next })),
  ]
  if (when === 'login') return always
  return [...always, seconds(afterMs, (next) => ({ ...weather, afterMs: next }))]
}

const CLOCK_TIME = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/

/** The next moment at which the clock shows this time, "18:00"; undefined for no time. */
export function nextMoment(time: string, now: Date): string | undefined {
  const [, hours, minutes] = CLOCK_TIME.exec(time.trim()) ?? []
  if (hours === undefined || minutes === undefined) return undefined
  const moment = new Date(now)
  moment.setHours(Number(hours), Number(minutes), 0, 0)
  if (moment <= now) moment.setDate(moment.getDate() + 1)
  return moment.toISOString()
}
