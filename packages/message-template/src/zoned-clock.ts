import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import 'dayjs/locale/ms.js'

dayjs.extend(utc)

export type TemplateLocale = 'en' | 'ms'

/** An instant as the clocks of one time zone show it. */
export interface ZonedClock {
  /** 0 to 23. */
  readonly hour: number
  /** Formats with day.js tokens, `Do`, `Q` and the forms of a language such as `LT`. */
  format(tokens: string, locale: TemplateLocale): string
}

/**
 * Reads `now` (epoch milliseconds) in an IANA time zone; a zone nobody knows counts as UTC.
 * Returns undefined when `now` is outside the range of a Date.
 *
 * The zone's offset comes from Intl and the clock is shifted by it: day.js's own time zone plugin
 * goes through the machine's local time, and is an hour off in the machine's lost hour of spring.
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
        withOwnTokens(withLocalForms(tokens, locale), {
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
  const [, sign, hours, minutes, seconds] = OFFSET.exec(offsetReader(timeZone).format(now)) ?? []
  if (!sign) return { milliseconds: 0, text: '+00:00' }
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)
  return {
    milliseconds: (sign === '-' ? -size : size) * 1000,
    text: `${sign}${hours}:${minutes}`,
  }
}

/** `DDo` is the day in two digits and an o. */
const LITERAL_OR_OWN_TOKEN = /\[[^\]]+\]|ZZ?|DD|Do|Qo?/g

/** How people of a language write times and dates, as moment has it. */
const LOCAL_FORMS: Readonly<Record<TemplateLocale, Readonly<Record<string, string>>>> = {
  en: {
    LT: 'h:mm A',
    LTS: 'h:mm:ss A',
    L: 'MM/DD/YYYY',
    LL: 'MMMM D, YYYY',
    LLL: 'MMMM D, YYYY h:mm A',
    LLLL: 'dddd, MMMM D, YYYY h:mm A',
  },
  ms: {
    LT: 'HH.mm',
    LTS: 'HH.mm.ss',
    L: 'DD/MM/YYYY',
    LL: 'D MMMM YYYY',
    LLL: 'D MMMM YYYY [pukul] HH.mm',
    LLLL: 'dddd, D MMMM YYYY [pukul] HH.mm',
  },
}

function withLocalForms(tokens: string, locale: TemplateLocale): string {
  return tokens.replace(/\[[^\]]+\]|LTS?|L{1,4}/g, (part) => LOCAL_FORMS[locale][part] ?? part)
}

/** The shifted clock believes it is UTC, and of ordinals day.js knows nothing by itself. */
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

/** In dates; Malay writes the number alone. */
function ordinal(n: number, locale: TemplateLocale): string {
  return locale === 'en' ? `${n}${ENDINGS[ORDINALS.select(n)] ?? 'th'}` : String(n)
}

const MAX_KEPT_READERS = 500
const readers = new Map<string, Intl.DateTimeFormat>()

/**
 * Making a reader costs far more than using it, so those of known zones are kept, a bounded number.
 */
function offsetReader(timeZone: string): Intl.DateTimeFormat {
  const kept = readers.get(timeZone)
  if (kept) return kept
  try {
    const reader = makeOffsetReader(timeZone)
    if (readers.size >= MAX_KEPT_READERS) readers.clear()
    readers.set(timeZone, reader)
    return reader
  } catch {
    return offsetReader('UTC')
  }
}

function makeOffsetReader(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
}
