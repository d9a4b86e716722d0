import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

const RECHECK_INTERVAL_MS = 5000

/** No space left on the disk or in the disk quota: of files, then of PostgreSQL. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: its log's index could not grow. */
const SQLITE_FULL = new Set([13, 4874])

/** Whether an operation failed because there is no space left. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && FULL.has(String(error.code))) return true
  return 'errcode' in error && SQLITE_FULL.has(Number(error.errcode))
}

interface StorageRoomDeps {
  readonly clock: Clock
  readonly log: Log
  /** Writes a probe file; rejects when there is no space left. */
  writeProbe(): Promise<void>
}

/**
 * Tracks whether there is space to write: none from the first failure until a probe succeeds. Logs
 * both changes once.
 */
export function createStorageRoom({ clock, log, writeProbe }: StorageRoomDeps) {
  let full = false
  const listeners: (() => void)[] = []

  function setFull(isFull: boolean): void {
    full = isFull
    for (const listener of listeners) listener()
  }

  async function recheck(): Promise<void> {
    try {
      await writeProbe()
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
    /** Called when space runs out, and when there is some again. */
    onChanged(listener: () => void): void {
      listeners.push(listener)
    },
    /** Checks any error for missing space. */
    checkError(error: unknown): void {
      if (full || !isStorageFull(error)) return
      setFull(true)
      log.error({ err: error }, 'the disk is full: nothing can be saved until there is room')
      wait()
    },
  }
}
