import type { ZodType } from 'zod'
import { DomainError } from '../errors.ts'

/** Parses what came in by the contract's schema; refuses with a sentence that names each wrong field. */
export function validate(schema: ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const detail = parsed.error.issues.map(describeIssue).join(' ')
  throw new DomainError('validation_failed', { detail })
}

function describeIssue(issue: { path: PropertyKey[]; message: string }): string {
  const sentence = /[.!?]$/.test(issue.message) ? issue.message : `${issue.message}.`
  const field = issue.path.map(String).join('.')
  return field ? `${field}: ${sentence}` : sentence
}
