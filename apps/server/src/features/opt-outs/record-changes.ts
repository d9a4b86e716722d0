import type { OptOutHow } from '@kirim/contract/opt-outs'
import type { Clock } from '../../platform/clock.ts'
import { chunks, type Db } from '../../platform/database/database.ts'
import { inIterations } from '../../platform/in-iterations.ts'
import type { Quota } from '../../platform/quota.ts'
import type { Change } from './change.ts'
import { type NamedNumber, writeFirstChanges } from './first-changes.ts'
import { rowsOf, standingsAmong } from './opt-outs.repository.ts'
import { lockOptOuts, recordChange } from './record-change.ts'

/**
 * Per transaction: a person without a row takes up to 0.2 ms for a search key, and no statement.
 */
export const PEOPLE_AT_ONCE = 100
/** Per transaction: each person takes a few statements. */
const KNOWN_AT_ONCE = 25

interface Changes extends Omit<Change, 'at' | 'name' | 'how'> {
  readonly how: Exclude<OptOutHow, 'message'>
  /** Changes only people who opted out in this way. */
  readonly of?: OptOutHow
}

interface Deps {
  readonly db: Db
  /** The quota of stored changes; null for no limit. */
  readonly quota: Quota | null
  readonly clock: Clock
}

/**
 * Writes the same change for at most `PEOPLE_AT_ONCE` people, each number once, in a few
 * transactions. Returns the numbers it changed. Throws `quota_opt_outs`.
 */
export async function recordChanges(
  deps: Deps,
  workspaceId: string,
  people: readonly NamedNumber[],
  changes: Changes,
): Promise<string[]> {
  const { changed, left } = await recordFirst(deps, workspaceId, people, changes)
  const later = await inIterations(chunks(left, KNOWN_AT_ONCE), (some) =>
    recordEach(deps, workspaceId, some, changes),
  )
  return [...changed, ...later.flat()]
}

/** Writes the change for people without a row; returns who else may need it. */
function recordFirst(
  { db, quota, clock }: Deps,
  workspaceId: string,
  people: readonly NamedNumber[],
  { of, change, ...what }: Changes,
): Promise<{ changed: string[]; left: NamedNumber[] }> {
  const numbers = people.map(({ phoneNumber }) => phoneNumber)
  return db.transaction().execute(async (tx) => {
    const at = clock.now()
    await lockOptOuts(tx, workspaceId, at)
    const standings = await standingsAmong(tx, workspaceId, numbers)
    const left = people.filter(({ phoneNumber }) => {
      const standing = standings.get(phoneNumber)?.standing
      if (standing === undefined) return false
      return (standing === 'back') === (change === 'out') && (!of || standing === of)
    })
    if (change === 'back') return { changed: [], left }
    const first = people.filter(({ phoneNumber }) => !standings.has(phoneNumber))
    if (first.length > 0) {
      await writeFirstChanges(tx, workspaceId, first, { ...what, change, at })
      await quota?.admit(tx, workspaceId, 0)
    }
    return { changed: first.map(({ phoneNumber }) => phoneNumber), left }
  })
}

function recordEach(
  { db, quota, clock }: Deps,
  workspaceId: string,
  people: readonly NamedNumber[],
  { of, ...what }: Changes,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const at = clock.now()
    await lockOptOuts(tx, workspaceId, at)
    const changed: string[] = []
    for (const { phoneNumber, name } of people) {
      const person = { workspaceId, phoneNumber, lid: null }
      if (of && !(await rowsOf(tx, person)).some(({ standing }) => standing === of)) continue
      if (await recordChange(tx, person, { ...what, at, name })) changed.push(phoneNumber)
    }
    if (changed.length > 0) await quota?.admit(tx, workspaceId, 0)
    return changed
  })
}
