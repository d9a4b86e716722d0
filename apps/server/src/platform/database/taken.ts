import type { ErrorCode } from '@kirim/contract/errors'
import { refusedField } from '../errors.ts'

const POSTGRES_UNIQUE = '23505'
const SQLITE_UNIQUE = 2067

/** For `catch` on a statement: reports a unique constraint violation with this code and field. */
export function refuseTaken(code: ErrorCode, field: string): (error: unknown) => never {
  return (error) => {
    throw isTaken(error) ? refusedField(code, [field]) : error
  }
}

function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === POSTGRES_UNIQUE) return true
  return 'errcode' in error && error.errcode === SQLITE_UNIQUE
}
