import { problemOf } from '@kirim/contract/problem-texts'
import type { ZodType, z } from 'zod'
import { DomainError } from '../errors.ts'

/** Parses what came in by the contract's schema; refuses with a sentence that names each wrong field. */
export function validate(schema: ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: problemWithPlace })
  // PostgreSQL cannot store it, and no honest text has it; lists in fields are unfolded by the schema.
  if (holdsNul(value) || holdsNul(parsed.data)) throw new DomainError('malformed_request')
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map(({ message }) => message)
  const detail = [...new Set(sentences)].join(' ')
  throw new DomainError('validation_failed', { detail })
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsNul)
}

/** Sentences that the contract has for a field say what they mean; the general ones get the field's name. */
function problemWithPlace(issue: z.core.$ZodRawIssue): string {
  const field = (issue.path ?? []).map(String).join('.')
  return field ? `${field}: ${problemOf(issue)}` : problemOf(issue)
}
