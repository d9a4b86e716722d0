import { takeByBulkhead } from './bulkhead.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** A second fault within this time ends the process. */
const REPEATS_WITHIN_MS = 10 * 60_000

interface UnownedFaultsDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'error'>
  /** Called for the second error without a bulkhead. */
  onRepeated(what: string, error: unknown): void
}

/**
 * Handles unhandled errors. An error outside of any bulkhead is logged: state is written before it
 * is acted on, so one error is no reason to take every number off the network. If errors repeat,
 * the state of the process is not to be trusted.
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
