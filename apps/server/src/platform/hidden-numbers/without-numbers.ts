import { maskedNumber } from '@kirim/contract/person-number'

/** Fewer digits than these are no number. */
const DIGITS_MIN = 7
/** Digits as people write numbers: with blanks, dashes, dots, brackets and strokes in between. */
const WRITTEN = /[+(]{0,2}\d(?:[\s().+\-\u2010-\u2015/]{0,3}\d)+/g
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
/** Digits of an id may well be those of a number that is written with dashes, but mean nothing. */
const ID = /^_id$|^id$|Ids?$/
/** Where an entry of a chat stands: its digits are a moment. */
const PLACE = /^\d{15}\.[01]\./

/** Replaces certain numbers in texts. */
export type Scrub = (text: string) => string

/**
 * Replaces these numbers wherever a text has them: as they are, with a plus, in groups, or with the
 * zero of their country instead of its code.
 */
export function scrubOf(numbers: Iterable<string>): Scrub {
  const whole = new Set<string>()
  const byEnd = new Map<string, string[]>()
  for (const number of numbers) {
    whole.add(number)
    if (!/^\d+$/.test(number) || number.length < DIGITS_MIN) continue
    const end = number.slice(-DIGITS_MIN)
    byEnd.set(end, [...(byEnd.get(end) ?? []), number])
  }
  return (text) => {
    if (whole.has(text)) return maskedNumber(text)
    if (text.length < DIGITS_MIN || byEnd.size === 0 || MOMENT.test(text)) return text
    return text.replace(WRITTEN, (written) => scrubWritten(written, byEnd))
  }
}

/** Other digits may stand before and after a number. */
function scrubWritten(written: string, byEnd: ReadonlyMap<string, readonly string[]>): string {
  const places = [...written.matchAll(/\d/g)].map(({ index }) => index)
  const digits = places.map((place) => written[place]).join('')
  let scrubbed = ''
  let kept = written.length
  for (let end = digits.length; end >= DIGITS_MIN; end--) {
    const number = longestEnding(digits.slice(0, end), byEnd)
    if (!number) continue
    const begin = end - number.length
    scrubbed = maskedNumber(number.of) + written.slice((places[end - 1] ?? 0) + 1, kept) + scrubbed
    kept = beginOf(written, places, begin)
    end = begin + 1
  }
  return written.slice(0, kept) + scrubbed
}

/** The number with which these digits end, at least with its own end, and how much of it. */
function longestEnding(digits: string, byEnd: ReadonlyMap<string, readonly string[]>) {
  let longest: { of: string; length: number } | null = null
  for (const of of byEnd.get(digits.slice(-DIGITS_MIN)) ?? []) {
    let length = DIGITS_MIN
    while (length < of.length && of.at(-length - 1) === digits.at(-length - 1)) length++
    if (length > (longest?.length ?? 0)) longest = { of, length }
  }
  return longest
}

/** With the zeros and signs that lead it. */
function beginOf(written: string, places: readonly number[], begin: number): number {
  let first = begin
  while (first > 0 && written[places[first - 1] ?? 0] === '0') first--
  let place = places[first] ?? 0
  while (place > 0 && /[+(]/.test(written[place - 1] ?? '')) place--
  return place
}

/** The same value with every text in it scrubbed. */
export function scrubbed<T>(value: T, scrub: Scrub): T {
  return scrubbedIn(value, scrub) as T
}

function scrubbedIn(value: unknown, scrub: Scrub): unknown {
  if (typeof value === 'string') return scrub(value)
  if (Array.isArray(value)) return value.map((one: unknown) => scrubbedIn(one, scrub))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      (ID.test(name) && isId(one)) || (name === 'place' && isPlace(one))
        ? one
        : scrubbedIn(one, scrub),
    ]),
  )
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{8}-[\da-f-]{27}(\.\d+)?$/.test(value)
}

function isPlace(value: unknown): boolean {
  return typeof value === 'string' && PLACE.test(value)
}
