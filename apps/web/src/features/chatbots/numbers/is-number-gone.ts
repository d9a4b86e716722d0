import { ApiError } from '#shared/api/api-error.ts'

/** The server knows no such number of this user: it was removed, or never was theirs. */
export function isNumberGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'device_not_found'
}
