import { greetingAt, type TemplateLocale } from './greeting.ts'
import type { PlaceholderName, PlaceholderNode } from './template.ts'
import { type ZonedClock, zonedClock } from './zoned-clock.ts'

/** The recipient, sender, time and language for which a text is rendered. */
export interface TemplateContext {
  /** Epoch milliseconds. */
  readonly now: number
  /** IANA name such as `Asia/Kuala_Lumpur`; an unknown zone counts as UTC. */
  readonly timeZone: string
  /** The language of greetings, months and weekdays; English when left out. */
  readonly locale?: TemplateLocale | undefined
  /** The contact's name in the user's list. */
  readonly name?: string | undefined
  /** The contact's own name on the network. */
  readonly waName?: string | undefined
  /** The linked number's own name on the network. */
  readonly meWaName?: string | undefined
  /** Values for `[api.name]` by field name; a missing field leaves its placeholder as it is. */
  readonly api?: Pick<ReadonlyMap<string, string>, 'get'> | undefined
  /** The contact's fields by key; every field of the user is present, '' without a value. */
  readonly fields?: Pick<ReadonlyMap<string, string>, 'get' | 'has'> | undefined
}

const DEFAULT_TIME_FORMAT = 'YYYY-MM-DD HH:mm'

/** The values of placeholders. */
interface Reading {
  readonly context: TemplateContext
  readonly locale: TemplateLocale
  /** The person's two names; empty when unknown. */
  readonly name: string
  readonly waName: string
  clock(): ZonedClock | undefined
}

const readers: Readonly<
  Record<PlaceholderName, (reading: Reading, node: PlaceholderNode) => string | undefined>
> = {
  greet({ clock, locale }) {
    const hour = clock()?.hour
    return hour === undefined ? undefined : greetingAt(hour, locale)
  },
  now_formatted: ({ clock, locale }, { format }) =>
    clock()?.format(format || DEFAULT_TIME_FORMAT, locale),
  name: ({ name, waName }, { fallback }) => name || waName || (fallback ?? ''),
  wa_name: ({ name, waName }, { fallback }) => waName || name || (fallback ?? ''),
  me_wa_name: ({ context }, { fallback }) => context.meWaName || (fallback ?? ''),
  api: ({ context }, { format, fallback }) => orFallback(context.api?.get(format ?? ''), fallback),
  field: ({ context }, { format, fallback }) =>
    context.fields?.get(format ?? '') || (fallback ?? ''),
}

/**
 * Returns a function that gives the text of a placeholder, or undefined when the context has no
 * valid time for it. Each of a contact's two names stands in for the other, then the fallback; an
 * unknown name is empty.
 */
export function placeholderReader(
  context: TemplateContext,
): (placeholder: PlaceholderNode) => string | undefined {
  let clock: ZonedClock | undefined
  const reading: Reading = {
    context,
    locale: context.locale ?? 'en',
    name: realName(context.name),
    waName: realName(context.waName),
    clock: () => {
      clock ??= zonedClock(context.now, context.timeZone)
      return clock
    },
  }
  return (placeholder) => readers[placeholder.name](reading, placeholder)
}

/** Uses the fallback, if there is one, for a missing or empty value. */
function orFallback(value: string | undefined, fallback: string | undefined): string | undefined {
  return value || (fallback ?? value)
}

const PHONE_NUMBER = /^[\d\s+().-]+$/
const MIN_DIGITS = 6

/** Contacts without a name are listed by their number, which must not be used in a greeting. */
function realName(name: string | undefined): string {
  if (!name || !PHONE_NUMBER.test(name)) return name ?? ''
  return name.replace(/\D/g, '').length < MIN_DIGITS ? name : ''
}

/** A fictional contact for previews in the editor. */
export function sampleContext(
  now: number,
  timeZone: string,
  locale: TemplateLocale = 'en',
): TemplateContext {
  return { now, timeZone, locale, name: 'Nur Aisyah', waName: 'Aisyah', meWaName: 'Kedai Kirim' }
}
