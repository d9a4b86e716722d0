import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { DatabaseSockets } from './database-sockets.ts'

/**
 * Together as long as nodes wait for a silent one. Several short waits: a process that was frozen
 * itself ends only one of them, and reads what has arrived before the next.
 */
const WAIT_MS = 2000
const WAITS = 5

interface Deps {
  readonly sockets: Pick<DatabaseSockets, 'giveUp'>
  readonly clock: Clock
  readonly log: Log
}

/** Settles like `answer`; gives up all connections when it takes too long. */
export async function watchAnswer<T>(answer: Promise<T>, deps: Deps): Promise<T> {
  const { sockets, clock, log } = deps
  let waits = 0
  let cancel = clock.after(WAIT_MS, checkWait)

  function checkWait(): void {
    waits += 1
    if (waits < WAITS) {
      cancel = clock.after(WAIT_MS, checkWait)
      return
    }
    const why = 'the database does not answer'
    log.warn(`${why}: connections to it are given up`)
    sockets.giveUp(why)
  }

  try {
    return await answer
  } finally {
    cancel()
  }
}
