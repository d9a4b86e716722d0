import dayjs from 'dayjs'
import localizedFormat from 'dayjs/plugin/localizedFormat.js'
import utc from 'dayjs/plugin/utc.js'
import 'dayjs/locale/id.js'
import 'dayjs/locale/ms.js'
import type { TemplateLocale } from './greeting.ts'

dayjs.extend(utc)
dayjs.extend(localizedFormat)

/** A moment in the local time of one time zone. */
export interface ZonedClock {
  /** 0 to 23. */
  readonly hour: number
  /** Formats with day.js tokens, including `Do`, `Q` and locale formats such as `LT`. */
  format(tokens: string, locale: TemplateLocale): string
}

/**
 * Converts `now` (epoch milliseconds) to an IANA time zone; an unknown zone counts as UTC. Returns
 * undefined when `now` is outside the range of a Date. The offset comes from Intl, not from
 * day.js's time zone plugin, which goes through the machine's local time and is an hour off around
 * the machine's change to summer time.
 */
export function zonedClock(now: number, timeZone: string): ZonedClock | undefined {
  if (!dayjs(now).isValid()) return undefined
  const offset = offsetAt(now, timeZone)
  const local = dayjs.utc(now + offset.milliseconds)
  if (!local.isValid()) return undefined
  const quarter = Math.floor(local.month() / 3) + 1
  return {
    hour: local.hour(),
    format: (tokens, locale) =>
      local.locale(locale).format(
        withOwnTokens(tokens, {
          Z: offset.text,
          ZZ: offset.text.replace(':', ''),
          Do: ordinal(local.date(), locale),
          Q: String(quarter),
          Qo: ordinal(quarter, locale),
        }),
      ),
  }
}

interface Offset {
  readonly milliseconds: number
  /** `+08:00` */
  readonly text: string
}

const OFFSET = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/

function offsetAt(now: number, timeZone: string): Offset {
  const [, sign, hours, minutes, seconds] = OFFSET.exec(offsetFormatter(timeZone).format(now)) ?? []
  if (!sign) return { milliseconds: 0, text: '+00:00' }
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)
  return {
    milliseconds: (sign === '-' ? -size : size) * 1000,
    text: `${sign}${hours}:${minutes}`,
  }
}

/** `DDo` must not match `Do`: it is the day in two digits, then an o. */
const LITERAL_OR_OWN_TOKEN = /\[[^\]]+\]|ZZ?|DD|Do|Qo?/g

/**
 * Fills in zone tokens, which would print UTC for the shifted clock, and ordinals, which day.js
 * lacks.
 */
function withOwnTokens(tokens: string, own: Readonly<Record<string, string>>): string {
  return tokens.replace(LITERAL_OR_OWN_TOKEN, (part) => {
    const text = own[part]
    return text === undefined ? part : `[${text}]`
  })
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
}

/** Ordinals of days and quarters; Malay and Indonesian use the plain number. */
function ordinal(n: number, locale: TemplateLocale): string {
  return locale === 'en' ? `${n}${ENDINGS[ORDINALS.select(n)] ?? 'th'}` : String(n)
}

const FORMATTERS_MAX = 500
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter costs far more than using it, so a bounded number is cached. */
function offsetFormatter(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone)
  if (cached) return cached
  try {
    const formatter = createOffsetFormatter(timeZone)
    if (formatters.size >= FORMATTERS_MAX) formatters.clear()
    formatters.set(timeZone, formatter)
    return formatter
  } catch {
    return offsetFormatter('UTC')
  }
}

function createOffsetFormatter(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
}
