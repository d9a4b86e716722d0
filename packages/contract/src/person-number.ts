import * as z from 'zod/mini'

/**
 * The phone number of a person, digits only. To callers from whom phone numbers are hidden it is
 * `maskedNumber`, and its digits stand nowhere else in the answer; so every field with such a
 * number has this very schema.
 */
export const PersonNumber = z.string()

/** The values of a coded text; `number` is a `PersonNumber`. */
export const PersonParams = z.record(z.string(), z.union([z.string(), z.number()]))

const DOTS = '••••'
/** A shorter text would be told by four of its digits. */
const SHORTEST = 7

/** What is shown of a hidden number: its last four digits. */
export function maskedNumber(number: string): string {
  if (number === '') return ''
  return number.length < SHORTEST ? DOTS : `${DOTS} ${number.slice(-4)}`
}

/** Whether a number came masked: it can be shown, and is no use for anything else. */
export function isMaskedNumber(number: string): boolean {
  return number.startsWith(DOTS)
}
