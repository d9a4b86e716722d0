import { takeByBulkhead } from './bulkhead.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** A second fault within this time ends the process. */
const REPEATS_WITHIN_MS = 10 * 60_000

interface UnownedFaultsDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'error'>
  /** Called when a fault repeats that no part of the server can be blamed for. */
  onRepeated(what: string, error: unknown): void
}

/**
 * Decides what follows a rejection or exception that nobody handled. Its bulkhead takes it. Without
 * one it is logged: everything that is kept was written before it was acted on, so one fault is no
 * reason to take every number off the network. If it repeats, the state is not to be trusted.
 */
export function createUnownedFaults({ clock, log, onRepeated }: UnownedFaultsDeps) {
  let lastAt = Number.NEGATIVE_INFINITY

  return (what: string, error: unknown): void => {
    if (takeByBulkhead(error)) return
    const now = clock.now()
    const isRepeated = now - lastAt < REPEATS_WITHIN_MS
    lastAt = now
    if (isRepeated) onRepeated(what, error)
    else log.error({ err: error }, what)
  }
}
