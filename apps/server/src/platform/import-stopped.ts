import type { ErrorCode } from '@kirim/contract/errors'
import { QUOTA_REFUSALS } from '@kirim/contract/quotas'
import { DomainError } from './errors.ts'

/** Retrying the file alone would fail again: somebody has to make room first. */
const WITHOUT_ROOM: ReadonlySet<ErrorCode> = new Set([
  'storage_short',
  ...Object.values(QUOTA_REFUSALS),
])

/**
 * The refusal of an interrupted import, with the number of stored rows: the cause itself when there
 * is no room, otherwise `import_interrupted`.
 */
export function importStopped(cause: unknown, done: number, total: number): DomainError {
  if (!(cause instanceof DomainError && WITHOUT_ROOM.has(cause.code)))
    return new DomainError('import_interrupted', { done, total })
  return new DomainError(cause.code, { ...cause.params, done, total })
}
