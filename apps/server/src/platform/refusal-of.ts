import { isDatabaseAway } from './database/database-away.ts'
import { DomainError } from './errors.ts'
import { isStorageFull } from './storage-room.ts'

/** The refusal for an error that cannot be the client's fault. */
export function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (isStorageFull(error)) return new DomainError('storage_full')
  return new DomainError(isDatabaseAway(error) ? 'database_unavailable' : 'internal_error')
}
