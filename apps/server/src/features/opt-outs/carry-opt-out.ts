import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { lastChangeOf } from './change.ts'
import { rowsOf, type StoredOptOut } from './opt-outs.repository.ts'
import { lockOptOuts, recordChange } from './record-change.ts'

/** A person's current number, and their LID where the network reported it. */
export interface CurrentIdentity {
  readonly workspaceId: string
  readonly phoneNumber: string
  readonly lid: string | null
}

/**
 * Copies an opt-out from an earlier number to the current one, with its date and origin, unless the
 * same person has opted back in since. Returns whether it wrote anything.
 */
export async function carryOptOut(
  clock: Clock,
  tx: Db,
  now: CurrentIdentity,
  before: string,
): Promise<boolean> {
  const { workspaceId, phoneNumber } = now
  await lockOptOuts(tx, workspaceId, clock.now())
  const [known] = await rowsOf(tx, { workspaceId, phoneNumber: before, lid: null })
  if (!known || known.standing === 'back') return false
  const person = { workspaceId, phoneNumber, lid: null }
  const [row] = await rowsOf(tx, person)
  if (row && (await hasComeBack(tx, now, row, known.since))) return false
  return (await recordChange(tx, person, await lastChangeOf(tx, known))) !== null
}

async function hasComeBack(
  tx: Db,
  { lid }: CurrentIdentity,
  row: StoredOptOut,
  since: number,
): Promise<boolean> {
  if (row.standing !== 'back' || lid === null || row.lid !== lid) return false
  return (await lastChangeOf(tx, row)).at > since
}
