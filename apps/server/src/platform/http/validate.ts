import { isGeneralIssue, issueText } from '@kirim/contract/issue-texts'
import { issueOf } from '@kirim/contract/issues'
import { ISSUES_MAX, type Issue } from '@kirim/contract/refusals'
import { z } from 'zod'
import { DomainError } from '../errors.ts'

/** Nesting depth and total number of values that a body may have. */
export const MAX_DEPTH = 16
export const MAX_VALUES = 5000
const SENTENCES_MAX = 10

/**
 * Parses input with the contract's schema; refuses it with an issue for each invalid field and
 * their sentences.
 */
export function validate(schema: z.core.$ZodType, value: unknown): unknown {
  refuseTooDeepOrLong(value)
  const parsed = z.safeParse(schema, value)
  if (parsed.success) {
    // The schema expands lists that forms send as text.
    refuseTooDeepOrLong(parsed.data)
    return parsed.data
  }
  const issues = parsed.error.issues.map(issueOf)
  const sentences = [...new Set(issues.map(sentenceOf))].slice(0, SENTENCES_MAX)
  throw new DomainError(
    'validation_failed',
    { detail: sentences.join(' ') },
    issues.slice(0, ISSUES_MAX),
  )
}

/**
 * No input has more depth or values than any form, or contains NUL,
 * which PostgreSQL cannot store.
 */
function refuseTooDeepOrLong(value: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let seen = 1; open.length > 0; ) {
    const { value, depth } = open.pop() ?? { value: null, depth: 0 }
    if (typeof value === 'string' && value.includes('\0')) throw unreadable()
    if (typeof value !== 'object' || value === null) continue
    const inner = Object.values(value)
    seen += inner.length
    if (depth === MAX_DEPTH || seen > MAX_VALUES) throw unreadable()
    for (const one of inner) open.push({ value: one, depth: depth + 1 })
  }
}

function unreadable(): DomainError {
  return new DomainError('malformed_request')
}

/** Sentences written for one field are complete; general ones get the field's name in front. */
function sentenceOf(issue: Issue): string {
  const text = issueText(issue) ?? issue.code
  return isGeneralIssue(issue.code) && issue.path.length > 0
    ? `${issue.path.join('.')}: ${text}`
    : text
}
