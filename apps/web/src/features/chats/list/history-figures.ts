import type { ChatHistory } from '@kirim/contract/chat-history'

/** Sooner, the time that is left cannot be told from what has passed. */
const TELLING_MS = 3000

export interface HistoryFigures {
  readonly messages: number
  /** Null while it is not known. */
  readonly about: number | null
  /** From 0 to 1; null while it is not known. */
  readonly fraction: number | null
  /** Null while it cannot be told. */
  readonly secondsLeft: number | null
  /** How many days of it are kept: null for all, undefined where numbers differ. */
  readonly days: number | null | undefined
}

/** The histories that are on their way, all numbers together; null when there are none. */
export function figuresOf(histories: readonly ChatHistory[], now: number): HistoryFigures | null {
  const open = histories.filter(isOnItsWay)
  const [first] = open
  if (!first) return null
  const messages = sum(open.map((one) => one.messages))
  const reading = open.filter(({ state }) => state === 'reading')
  const isKnown = reading.length > 0 && reading.every((one) => one.aboutMessages !== null)
  const about = isKnown ? sum(reading.map((one) => one.aboutMessages ?? 0)) : null
  const fraction = about === null || about === 0 ? null : Math.min(1, messages / about)
  const passed = now - Math.min(...reading.map((one) => Date.parse(one.begunAt)))
  const isTelling = fraction !== null && fraction > 0 && passed >= TELLING_MS
  return {
    messages,
    about,
    fraction,
    secondsLeft: isTelling ? (passed / fraction - passed) / 1000 : null,
    days: open.every((one) => one.days === first.days) ? first.days : undefined,
  }
}

export function isOnItsWay({ state }: ChatHistory): boolean {
  return state === 'asked' || state === 'reading'
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0)
}
