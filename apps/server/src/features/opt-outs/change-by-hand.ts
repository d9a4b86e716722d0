import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { chunks, type Db } from '../../platform/database/database.ts'
import type { Quota } from '../../platform/quota.ts'
import { PEOPLE_AT_ONCE, recordChanges } from './record-changes.ts'

/** An owner's change for several people, with its reason. */
export interface ByHand {
  readonly change: 'out' | 'back'
  readonly reason: string
  /** The person who does it. */
  readonly changedBy: string
}

/**
 * Opts people out by hand, or opts in those who were opted out by hand; an opt-out by message is
 * never undone. Returns the numbers it changed. Throws `quota_opt_outs`, but never for opting out
 * one person.
 */
export async function changeByHand(
  deps: { readonly db: Db; readonly quota: Quota; readonly clock: Clock },
  workspaceId: string,
  people: readonly { readonly phoneNumber: string; readonly name: string }[],
  { change, reason, changedBy }: ByHand,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>()
  const quota = change === 'out' && people.length === 1 ? null : deps.quota
  for (const some of chunks(people, PEOPLE_AT_ONCE)) {
    const what = {
      change,
      how: 'owner',
      reason,
      changedBy,
      ...(change === 'back' && { of: 'owner' as const }),
    } as const
    for (const number of await recordChanges({ ...deps, quota }, workspaceId, some, what))
      changed.add(number)
    await setImmediate()
  }
  return changed
}
