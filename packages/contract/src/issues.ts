import * as z from 'zod/mini'
import type { IssueCode, KnownIssue } from './issue-texts.ts'
import type { ErrorParams } from './refusals.ts'

// Every schema of the contract reports codes, so no message of the schema library is ever shown.
z.config({ customError: codeOf })

/**
 * Types the code that a schema passes as the `error` of a check; a code without a text does not
 * compile.
 */
export function issue(code: IssueCode): IssueCode {
  return code
}

/** The code for a problem that the schema gives no code. */
function codeOf(raw: z.core.$ZodRawIssue): IssueCode {
  if (raw.input === undefined) return 'missing'
  switch (raw.code) {
    case 'invalid_type':
      return codeOfType(raw.expected)
    case 'invalid_value':
      return 'no_choice'
    case 'invalid_format':
      return raw.format === 'datetime' ? 'no_moment' : 'unreadable'
    case 'too_big':
      return TOO_BIG[raw.origin] ?? 'number_too_large'
    case 'too_small':
      return TOO_SMALL[raw.origin] ?? 'number_too_small'
    default:
      return 'unreadable'
  }
}

const TOO_BIG: Readonly<Record<string, IssueCode>> = {
  string: 'text_too_long',
  array: 'list_too_long',
}

const TOO_SMALL: Readonly<Record<string, IssueCode>> = {
  string: 'text_too_short',
  array: 'list_too_short',
}

function codeOfType(expected: string): IssueCode {
  if (expected === 'int') return 'no_whole_number'
  return expected === 'number' ? 'no_number' : 'unreadable'
}

/**
 * Converts a schema's finding into an issue. The values are limits of the schema, never user input.
 */
export function issueOf(found: z.core.$ZodIssue): KnownIssue {
  return {
    path: found.path.filter((step) => typeof step !== 'symbol'),
    // Only codes are given to checks: issues.test.ts walks all of them.
    code: found.message as IssueCode,
    params: paramsOf(found),
  }
}

function paramsOf(found: z.core.$ZodIssue): ErrorParams {
  switch (found.code) {
    case 'too_big':
      return { max: Number(found.maximum) }
    case 'too_small':
      return { min: Number(found.minimum) }
    case 'custom':
      return found.params ?? {}
    default:
      return {}
  }
}
