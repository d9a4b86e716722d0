import { statfs } from 'node:fs/promises'
import type { Clock } from './clock.ts'
import { DomainError } from './errors.ts'
import type { Log } from './log.ts'

/** What stays free for signing in, deleting and retention. */
const RESERVE_BYTES = 200 * 1024 * 1024
/** The share that is reserved on a small disk. */
const RESERVE_SHARE = 1 / 10
/** How long a measurement holds. */
const MEASURED_MS = 1000

export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

export type MeasureDisk = () => Promise<DiskSpace>

interface DiskReserveDeps {
  readonly clock: Clock
  readonly log: Log
  readonly measure: MeasureDisk
}

/** Refuses what would fill the last of the disk. */
export interface DiskReserve {
  /** Throws `storage_short` while less than the reserve is free. */
  admit(): Promise<void>
}

/** The space on a folder's disk that this process may use. */
export function diskOf(folder: string): MeasureDisk {
  return async () => {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  }
}

/** Logs once when the disk becomes short, and once when it has room again. */
export function createDiskReserve({ clock, log, measure }: DiskReserveDeps): DiskReserve {
  let isShort = false
  let measuredAt = Number.NEGATIVE_INFINITY

  async function look(): Promise<void> {
    if (Math.abs(clock.now() - measuredAt) < MEASURED_MS) return
    measuredAt = clock.now()
    const { freeBytes, totalBytes } = await measure()
    const reserve = Math.min(RESERVE_BYTES, totalBytes * RESERVE_SHARE)
    const wasShort = isShort
    isShort = freeBytes < reserve
    if (isShort === wasShort) return
    const space = { freeBytes, reserveBytes: Math.round(reserve) }
    if (isShort)
      log.error(space, 'the disk is almost full: members can only delete until there is room')
    else log.info(space, 'the disk has room again')
  }

  return {
    async admit() {
      await look()
      if (isShort) throw new DomainError('storage_short')
    },
  }
}
