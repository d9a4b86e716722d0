import type { ErrorCode } from '@kirim/contract/errors'
import { DomainError } from '../errors.ts'

const POSTGRES_UNIQUE = '23505'
const SQLITE_UNIQUE = 2067

/** For `catch` on a statement: a value that another row has already is refused with this code. */
export function refuseTaken(code: ErrorCode): (error: unknown) => never {
  return (error) => {
    throw isTaken(error) ? new DomainError(code) : error
  }
}

function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === POSTGRES_UNIQUE) return true
  return 'errcode' in error && error.errcode === SQLITE_UNIQUE
}
