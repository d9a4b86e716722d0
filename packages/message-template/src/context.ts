import { greetingAt } from './greeting.ts'
import type { PlaceholderName, PlaceholderNode } from './template.ts'
import { type TemplateLocale, type ZonedClock, zonedClock } from './zoned-clock.ts'

/** For whom, by whom, when and where a text is rendered. */
export interface TemplateContext {
  /** Epoch milliseconds. */
  readonly now: number
  /** IANA name, as `Asia/Kuala_Lumpur`; one that is unknown counts as UTC. */
  readonly timeZone: string
  /** The language of greetings, months and weekdays; English when left out. */
  readonly locale?: TemplateLocale | undefined
  /** The contact's name in the user's list. */
  readonly name?: string | undefined
  /** The contact's own name on the network. */
  readonly waName?: string | undefined
  /** The linked number's own name on the network. */
  readonly meWaName?: string | undefined
  /** Fields of an answer by name, for `[api.name]`; one that is missing stays as it is written. */
  readonly api?: Pick<ReadonlyMap<string, string>, 'get'> | undefined
}

const DEFAULT_TIME_FORMAT = 'YYYY-MM-DD HH:mm'

/** Who and when, as the placeholders ask for it. */
interface Reading {
  readonly context: TemplateContext
  readonly locale: TemplateLocale
  /** A person's two names; empty for one that nobody knows. */
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
}

/**
 * Returns what a placeholder stands for, or undefined when the context has no valid time for it.
 * A contact's two names stand in for one another, then the fallback; a name nobody knows is empty.
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

/** A field that is missing, or empty, is written by its fallback where there is one. */
function orFallback(value: string | undefined, fallback: string | undefined): string | undefined {
  return value || (fallback ?? value)
}

const PHONE_NUMBER = /^[\d\s+().-]+$/
const MIN_DIGITS = 6

/** People without a name are listed by their number, which nobody wants to be greeted by. */
function realName(name: string | undefined): string {
  if (!name || !PHONE_NUMBER.test(name)) return name ?? ''
  return name.replace(/\D/g, '').length < MIN_DIGITS ? name : ''
}

/** A made-up person, for previews in the editor. */
export function sampleContext(
  now: number,
  timeZone: string,
  locale: TemplateLocale = 'en',
): TemplateContext {
  return { now, timeZone, locale, name: 'Nur Aisyah', waName: 'Aisyah', meWaName: 'Kedai Kirim' }
}
