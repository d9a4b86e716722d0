import * as z from 'zod/mini'
import { filledText } from './errors.ts'

/**
 * What is wrong with a value of which the contract says nothing in particular.
 * `{n}` marks the limit.
 */
export const problemTexts = {
  missing: 'This is needed.',
  unreadable: 'This could not be read.',
  no_choice: 'This is none of the choices.',
  no_number: 'Use a number.',
  no_whole_number: 'Use a whole number.',
  no_moment: 'This is no date and time.',
  text_too_long: 'Use at most {n} characters.',
  text_too_short: 'Use at least {n} characters.',
  number_too_large: 'Use a number of at most {n}.',
  number_too_small: 'Use a number of at least {n}.',
  list_too_long: 'Use at most {n} entries.',
  list_too_short: 'Use at least {n} entries.',
} as const

// Every schema of the contract speaks so, wherever it is asked:
// no sentence of the schema library is ever shown.
z.config({ customError: problemOf })

/** The sentence for an issue that has none of its own. */
export function problemOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return problemTexts.missing
  switch (issue.code) {
    case 'invalid_type':
      return problemOfType(issue.expected)
    case 'invalid_value':
      return problemTexts.no_choice
    case 'invalid_format':
      return issue.format === 'datetime' ? problemTexts.no_moment : problemTexts.unreadable
    case 'too_big':
      return filledText(TOO_BIG[issue.origin] ?? problemTexts.number_too_large, {
        n: Number(issue.maximum),
      })
    case 'too_small':
      return filledText(TOO_SMALL[issue.origin] ?? problemTexts.number_too_small, {
        n: Number(issue.minimum),
      })
    default:
      return problemTexts.unreadable
  }
}

const TOO_BIG: Readonly<Record<string, string>> = {
  string: problemTexts.text_too_long,
  array: problemTexts.list_too_long,
}

const TOO_SMALL: Readonly<Record<string, string>> = {
  string: problemTexts.text_too_short,
  array: problemTexts.list_too_short,
}

function problemOfType(expected: string): string {
  if (expected === 'int') return problemTexts.no_whole_number
  return expected === 'number' ? problemTexts.no_number : problemTexts.unreadable
}
