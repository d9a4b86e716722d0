import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { DatabaseSockets } from './database-sockets.ts'

/**
 * As long as nodes wait for one that is silent. In several waits: who was frozen itself ends one of
 * them, and reads before the next what had arrived meanwhile.
 */
const WAIT_MS = 2000
const WAITS = 5

interface Deps {
  readonly sockets: Pick<DatabaseSockets, 'giveUp'>
  readonly clock: Clock
  readonly log: Log
}

/** Settles as what was asked does; all connections are given up when that takes too long. */
export async function watchAnswer<T>(asked: Promise<T>, deps: Deps): Promise<T> {
  const { sockets, clock, log } = deps
  let waits = 0
  let cancel = clock.after(WAIT_MS, waited)

  function waited(): void {
    waits += 1
    if (waits < WAITS) {
      cancel = clock.after(WAIT_MS, waited)
      return
    }
    const why = 'the database does not answer'
    log.warn(`${why}: connections to it are given up`)
    sockets.giveUp(why)
  }

  try {
    return await asked
  } finally {
    cancel()
  }
}
