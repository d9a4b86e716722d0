import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

const RECHECK_INTERVAL_MS = 5000

/** No room on the disk, or in what somebody may use of it: of files, then of PostgreSQL. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** SQLITE_FULL, and that its index of the log could not grow (SQLITE_IOERR_SHMSIZE). */
const SQLITE_FULL = new Set([13, 4874])

/** Whether something failed because there is no room for it. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && FULL.has(String(error.code))) return true
  return 'errcode' in error && SQLITE_FULL.has(Number(error.errcode))
}

interface StorageRoomDeps {
  readonly clock: Clock
  readonly log: Log
  /** Writes something that nobody needs; rejects when there is no room for it. */
  tryToWrite(): Promise<void>
}

/**
 * Knows whether there is room to write: none from the first refusal until a try of its own
 * succeeds. Both are logged, once.
 */
export function createStorageRoom({ clock, log, tryToWrite }: StorageRoomDeps) {
  let full = false
  const listeners: (() => void)[] = []

  function setFull(isFull: boolean): void {
    full = isFull
    for (const listener of listeners) listener()
  }

  async function recheck(): Promise<void> {
    try {
      await tryToWrite()
      setFull(false)
      log.info('there is room on the disk again')
    } catch {
      wait()
    }
  }

  function wait(): void {
    clock.after(RECHECK_INTERVAL_MS, () => void recheck())
  }

  return {
    isFull: () => full,
    /** Calls back when there is no room any more, and when there is some again. */
    onChanged(listener: () => void): void {
      listeners.push(listener)
    },
    /** To be told of whatever failed. */
    noticed(error: unknown): void {
      if (full || !isStorageFull(error)) return
      setFull(true)
      log.error({ err: error }, 'the disk is full: nothing can be saved until there is room')
      wait()
    },
  }
}
