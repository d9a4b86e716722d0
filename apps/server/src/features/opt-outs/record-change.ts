import type { Db } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/take-lock.ts'
import { type Change, writeChange } from './change.ts'
import { joinRows } from './join-rows.ts'
import type { Person } from './opt-outs.ports.ts'
import type { StoredOptOut } from './opt-outs.repository.ts'

/** Serialises the changes of one owner until the transaction ends. */
export function lockOptOuts(tx: Db, workspaceId: string, now: number): Promise<void> {
  return takeLock(tx, `opt-outs ${workspaceId}`, now)
}

/**
 * Writes a change, in a transaction that holds the owner's lock. Returns the person's row, or null
 * when nothing changes. A message also replaces an opt-out by hand or by import, so that only the
 * person can undo it.
 */
export async function recordChange(
  tx: Db,
  person: Person,
  change: Change,
): Promise<StoredOptOut | null> {
  const known = await joinRows(tx, person)
  const isOut = known !== null && known.standing !== 'back'
  if (isOut && change.change === 'out') {
    const saysItNow = change.how === 'message' && known.standing !== 'message'
    return saysItNow ? writeChange(tx, person, known, change) : null
  }
  if (!isOut && change.change === 'back') return null
  return writeChange(tx, person, known, change)
}
