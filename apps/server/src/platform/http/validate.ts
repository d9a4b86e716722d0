import type { ZodType } from 'zod'
import { DomainError } from '../errors.ts'

/** Parses what came in by the contract's schema; refuses with a sentence that names each wrong field. */
export function validate(schema: ZodType, value: unknown): unknown {
  // PostgreSQL cannot store it, and no honest text has it.
  if (holdsNul(value)) throw new DomainError('malformed_request')
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map(describeIssue)
  const detail = [...new Set(sentences)].join(' ')
  throw new DomainError('validation_failed', { detail })
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsNul)
}

/** Sentences of the contract stand as they are; the schema library's own words get the field's name. */
function describeIssue(issue: { path: PropertyKey[]; message: string }): string {
  if (/[.!?]$/.test(issue.message)) return issue.message
  const field = issue.path.map(String).join('.')
  return field ? `${field}: ${issue.message}.` : `${issue.message}.`
}
