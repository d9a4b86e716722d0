import type { OptOutHow } from '@kirim/contract/opt-outs'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Change } from './change.ts'
import { rowsOf } from './opt-outs.repository.ts'
import { lockOptOuts, recordChange } from './record-change.ts'

/** Of one transaction: each person takes a few statements. */
export const PEOPLE_AT_ONCE = 25

interface Changes extends Omit<Change, 'at' | 'name'> {
  /** Of those alone who opted out in this way. */
  readonly of?: OptOutHow
}

interface Named {
  readonly phoneNumber: string
  readonly name: string
}

/**
 * Writes the same change of some people down, at most `PEOPLE_AT_ONCE`. Answers whose numbers it
 * changed; who stands so already is left as they are.
 */
export function recordChanges(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  userId: string,
  people: readonly Named[],
  { of, ...what }: Changes,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const at = clock.now()
    await lockOptOuts(tx, userId, at)
    const changed: string[] = []
    for (const { phoneNumber, name } of people) {
      const person = { userId, phoneNumber, lid: null }
      if (of && !(await rowsOf(tx, person)).some(({ standing }) => standing === of)) continue
      if (await recordChange(tx, person, { ...what, at, name })) changed.push(phoneNumber)
    }
    return changed
  })
}
