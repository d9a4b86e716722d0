import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { createApiFailuresRepository } from './api-failures.repository.ts'

export interface ApiOutcomeReporterDeps {
  readonly db: Db
  readonly realtime: Realtime
  readonly clock: Clock
  readonly log: Log
}

/** Null when the call succeeded. */
type TellApiOutcome = (
  item: { readonly userId: string; readonly itemId: string },
  reason: string | null,
) => void

/**
 * Stores whether an item's calls fail, and notifies open pages when that changes. Replies neither
 * wait for it nor fail with it: what could not be stored is stored with the next call.
 */
export function createApiOutcomeReporter(deps: ApiOutcomeReporterDeps): TellApiOutcome {
  const { realtime, clock, log } = deps
  const failures = createApiFailuresRepository(deps.db)
  return (item, reason) => {
    const at = clock.now()
    const kept = reason === null ? failures.clear(item, at) : failures.record(item, { at, reason })
    kept.then(
      (changed) => changed && realtime.toUser(item.userId, 'chatbots_changed'),
      (err: unknown) =>
        log.warn({ err, itemId: item.itemId }, 'the outcome of an API call was not kept'),
    )
  }
}
