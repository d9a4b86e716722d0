import { isDatabaseAway } from './database/database-away.ts'
import { DomainError } from './errors.ts'
import { isStorageFull } from './storage-room.ts'

/** What whoever asked is told of an error, where nothing of a request can be at fault. */
export function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (isStorageFull(error)) return new DomainError('storage_full')
  return new DomainError(isDatabaseAway(error) ? 'database_unavailable' : 'internal_error')
}
