import { greetingAt } from './greeting.ts'
import type { PlaceholderNode } from './template.ts'
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

/**
 * Returns what a placeholder stands for, or undefined when the context has no valid time for it.
 * A contact's two names stand in for one another; a name nobody knows is empty.
 */
export function placeholderReader(
  context: TemplateContext,
): (placeholder: PlaceholderNode) => string | undefined {
  const locale = context.locale ?? 'en'
  let clock: ZonedClock | undefined
  const readClock = () => {
    clock ??= zonedClock(context.now, context.timeZone)
    return clock
  }
  const greeting = () => {
    const hour = readClock()?.hour
    return hour === undefined ? undefined : greetingAt(hour, locale)
  }
  return ({ name, format }) => {
    switch (name) {
      case 'greet':
        return greeting()
      case 'now_formatted':
        return readClock()?.format(format || DEFAULT_TIME_FORMAT, locale)
      case 'name':
        return context.name || context.waName || ''
      case 'wa_name':
        return context.waName || context.name || ''
      case 'me_wa_name':
        return context.meWaName ?? ''
      case 'api':
        return context.api?.get(format ?? '')
    }
  }
}

/** A made-up person, for previews in the editor. */
export function sampleContext(
  now: number,
  timeZone: string,
  locale: TemplateLocale = 'en',
): TemplateContext {
  return { now, timeZone, locale, name: 'Nur Aisyah', waName: 'Aisyah', meWaName: 'Kedai Kirim' }
}
