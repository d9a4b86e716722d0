import type { AnswerPath } from '@kirim/contract/answer-path'
import { isNumberAsWritten } from '../../../platform/exact-json.ts'

/**
 * The value at the path, as text: null is empty, lists and objects are JSON. Null when the path
 * does not exist. Never throws.
 */
export function textAt(answer: unknown, path: AnswerPath): string | null {
  let value = answer
  for (const step of path) {
    if (typeof value !== 'object' || value === null || isNumberAsWritten(value)) return null
    if (!Object.hasOwn(value, step)) return null
    value = (value as Record<string, unknown>)[step]
  }
  return textOf(value).toWellFormed().replaceAll('\0', '')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  try {
    return JSON.stringify(value)
  } catch {
    // Nested too deep to be serialized.
    return ''
  }
}
