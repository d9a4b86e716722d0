interface Greeting {
  /** The first hour of this greeting; it applies until the next one starts. */
  readonly from: number
  readonly text: string
}

/** Sorted by hour; before the first entry, the last greeting of the day applies. */
const GREETINGS = {
  en: [
    { from: 5, text: 'Good morning' },
    { from: 12, text: 'Good afternoon' },
    { from: 18, text: 'Good evening' },
  ],
  ms: [
    { from: 5, text: 'Selamat pagi' },
    { from: 12, text: 'Selamat tengah hari' },
    { from: 14, text: 'Selamat petang' },
    { from: 19, text: 'Selamat malam' },
  ],
  id: [
    { from: 4, text: 'Selamat pagi' },
    { from: 11, text: 'Selamat siang' },
    { from: 15, text: 'Selamat sore' },
    { from: 18, text: 'Selamat malam' },
  ],
} as const satisfies Readonly<Record<string, readonly Greeting[]>>

/** A language of greetings, months and weekdays; `zoned-clock.ts` imports day.js's file of it. */
export type TemplateLocale = keyof typeof GREETINGS

/** The greeting for an hour from 0 to 23 [2.spintax.greet]. */
export function greetingAt(hour: number, locale: TemplateLocale): string {
  const greetings: readonly Greeting[] = GREETINGS[locale]
  const current = greetings.findLast(({ from }) => from <= hour) ?? greetings.at(-1)
  return current?.text ?? ''
}
