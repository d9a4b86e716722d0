import { isGeneralIssue, issueText } from '@kirim/contract/issue-texts'
import { issueOf } from '@kirim/contract/issues'
import { ISSUES_MAX, type Issue } from '@kirim/contract/refusals'
import { z } from 'zod'
import { DomainError } from '../errors.ts'

/** Lists and objects within each other, and values in all, that a body may have. */
export const MAX_DEPTH = 16
export const MAX_VALUES = 5000
const SENTENCES_MAX = 10

/**
 * Parses what came in by the contract's schema; refuses with an issue for each wrong field, and
 * their sentences.
 */
export function validate(schema: z.core.$ZodType, value: unknown): unknown {
  refuseTooDeepOrLong(value)
  const parsed = z.safeParse(schema, value)
  if (parsed.success) {
    // Lists that are texts in a form are unfolded by the schema.
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
 * Before a schema looks at it: nothing that nests deeper or holds more values than any form does,
 * and no NUL, which PostgreSQL cannot store and no honest text has.
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

/**
 * Sentences that the contract has for a field say what they mean; the general ones get the field's
 * name.
 */
function sentenceOf(issue: Issue): string {
  const text = issueText(issue) ?? issue.code
  return isGeneralIssue(issue.code) && issue.path.length > 0
    ? `${issue.path.join('.')}: ${text}`
    : text
}
