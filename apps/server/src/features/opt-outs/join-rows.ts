import type { Db } from '../../platform/database/database.ts'
import { lastChangeOf, searchKey, writeChange } from './change.ts'
import type { Person } from './opt-outs.ports.ts'
import { isLeftAlone, rowsOf, type StoredOptOut } from './opt-outs.repository.ts'

/** Number and LID are known, and a row has only one of them or another one. */
export function isSplit(
  { phoneNumber, lid }: Person,
  rows: readonly Pick<StoredOptOut, 'phone_number' | 'lid'>[],
): boolean {
  if (phoneNumber === null || lid === null) return false
  return rows.some((row) => row.phone_number !== phoneNumber || row.lid !== lid)
}

/** The same, and no row assigns the number or the LID to another person. */
export function isHalf(
  person: Person,
  rows: readonly Pick<StoredOptOut, 'phone_number' | 'lid'>[],
): boolean {
  const isOfAnother = rows.some(
    (row) => isAnother(row.phone_number, person.phoneNumber) || isAnother(row.lid, person.lid),
  )
  return isSplit(person, rows) && !isOfAnother
}

/**
 * Merges the rows of a person into one, with the network's current names. An opt-out under the
 * number, the LID or the earlier number wins. Nobody else is affected: the earlier number keeps its
 * standing, and so does the previous owner of this number.
 */
export async function joinRows(tx: Db, person: Person): Promise<StoredOptOut | null> {
  const rows = await rowsOf(tx, person)
  if (!isSplit(person, rows)) return rows[0] ?? null
  const earlier = rows.find((row) => isAnother(row.phone_number, person.phoneNumber))
  const own = rows.filter((row) => row !== earlier)
  if (earlier) await removeLid(tx, earlier)
  for (const row of own) if (isAnother(row.lid, person.lid)) await moveToLid(tx, row)
  const row = await mergeRows(tx, person, own)
  if (!earlier || !isLeftAlone(earlier) || (row && isLeftAlone(row))) return row
  return writeChange(tx, person, row, await lastChangeOf(tx, earlier))
}

const isAnother = (known: string | null, reported: string | null): boolean =>
  known !== null && known !== reported

async function removeLid(tx: Db, { id }: StoredOptOut): Promise<void> {
  await tx.updateTable('opt_outs').set({ lid: null }).where('id', '=', id).execute()
}

/** The number has a new owner: the opt-out of the previous one moves to their LID. */
async function moveToLid(tx: Db, row: StoredOptOut): Promise<void> {
  await removeLid(tx, row)
  if (!isLeftAlone(row)) return
  const before = { workspaceId: row.user_id, phoneNumber: null, lid: row.lid }
  await writeChange(tx, before, null, await lastChangeOf(tx, row))
}

/** Merges the rows of number and LID. */
async function mergeRows(
  tx: Db,
  { phoneNumber, lid }: Person,
  [one, other]: readonly StoredOptOut[],
): Promise<StoredOptOut | null> {
  if (!one) return null
  const [remaining, gone] = !other || !isLeftAlone(other) ? [one, other] : [other, one]
  if (gone) {
    await tx
      .updateTable('opt_out_changes')
      .set({ opt_out_id: remaining.id })
      .where('opt_out_id', '=', gone.id)
      .execute()
    await tx.deleteFrom('opt_outs').where('id', '=', gone.id).execute()
  }
  const name = remaining.name || gone?.name || ''
  const username = remaining.username || gone?.username || ''
  const search_key = searchKey(name, phoneNumber, username)
  return tx
    .updateTable('opt_outs')
    .set({ phone_number: phoneNumber, lid, name, username, search_key })
    .where('id', '=', remaining.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
