import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { chunks, type Db } from '../../platform/database/database.ts'
import type { Quota } from '../../platform/quota.ts'
import { PEOPLE_AT_ONCE, recordChanges } from './record-changes.ts'

/** What an owner decides for several people, with the reason they give. */
export interface ByHand {
  readonly change: 'out' | 'back'
  readonly reason: string
}

/**
 * Leaves people alone, or takes that back of those alone whom their owner opted out by hand: nobody
 * who opted out by a message comes back by it. Answers whose numbers it changed. Throws
 * `quota_opt_outs`, but never for leaving one person alone.
 */
export async function changeByHand(
  deps: { readonly db: Db; readonly quota: Quota; readonly clock: Clock },
  userId: string,
  people: readonly { readonly phoneNumber: string; readonly name: string }[],
  { change, reason }: ByHand,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>()
  const quota = change === 'out' && people.length === 1 ? null : deps.quota
  for (const some of chunks(people, PEOPLE_AT_ONCE)) {
    const what = {
      change,
      how: 'owner',
      reason,
      ...(change === 'back' && { of: 'owner' as const }),
    } as const
    for (const number of await recordChanges({ ...deps, quota }, userId, some, what))
      changed.add(number)
    await setImmediate()
  }
  return changed
}
