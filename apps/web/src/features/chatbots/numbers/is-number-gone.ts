import { ApiError } from '#shared/api/api-error.ts'

/** Whether the server does not know this number for this user: it was removed, or never theirs. */
export function isNumberGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'device_not_found'
}
