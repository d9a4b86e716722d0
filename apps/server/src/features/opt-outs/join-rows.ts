import type { Db } from '../../platform/database/database.ts'
import { lastChangeOf, searchKey, writeChange } from './change.ts'
import type { Person } from './opt-outs.ports.ts'
import { isLeftAlone, rowsOf, type StoredOptOut } from './opt-outs.repository.ts'

/** Both halves of the person are known, and a row has one of them without the other. */
export function isSplit(
  { phoneNumber, lid }: Person,
  rows: readonly Pick<StoredOptOut, 'phone_number' | 'lid'>[],
): boolean {
  if (phoneNumber === null || lid === null) return false
  return rows.some((row) => row.phone_number !== phoneNumber || row.lid !== lid)
}

/** So is the person, and no row says that number or identity is of somebody else. */
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
 * The person's one row, as the network names them now. Being left alone wins: under their number,
 * under their identity, or under the number they had before. Nobody else comes back by it: the
 * earlier number stays as it stands, and so does whoever had this number before.
 */
export async function joined(tx: Db, person: Person): Promise<StoredOptOut | null> {
  const rows = await rowsOf(tx, person)
  if (!isSplit(person, rows)) return rows[0] ?? null
  const earlier = rows.find((row) => isAnother(row.phone_number, person.phoneNumber))
  const own = rows.filter((row) => row !== earlier)
  if (earlier) await loseIdentity(tx, earlier)
  for (const row of own) if (isAnother(row.lid, person.lid)) await part(tx, row)
  const row = await merged(tx, person, own)
  if (!earlier || !isLeftAlone(earlier) || (row && isLeftAlone(row))) return row
  return writeChange(tx, person, row, await lastChangeOf(tx, earlier))
}

const isAnother = (known: string | null, told: string | null): boolean =>
  known !== null && known !== told

async function loseIdentity(tx: Db, { id }: StoredOptOut): Promise<void> {
  await tx.updateTable('opt_outs').set({ lid: null }).where('id', '=', id).execute()
}

/** Somebody else has the number now: who had it before is left alone by their identity. */
async function part(tx: Db, row: StoredOptOut): Promise<void> {
  await loseIdentity(tx, row)
  if (!isLeftAlone(row)) return
  const before = { userId: row.user_id, phoneNumber: null, lid: row.lid }
  await writeChange(tx, before, null, await lastChangeOf(tx, row))
}

/** One row for number and identity, which had one each or only one of the two. */
async function merged(
  tx: Db,
  { phoneNumber, lid }: Person,
  [one, other]: readonly StoredOptOut[],
): Promise<StoredOptOut | null> {
  if (!one) return null
  const [kept, gone] = !other || !isLeftAlone(other) ? [one, other] : [other, one]
  if (gone) {
    await tx
      .updateTable('opt_out_changes')
      .set({ opt_out_id: kept.id })
      .where('opt_out_id', '=', gone.id)
      .execute()
    await tx.deleteFrom('opt_outs').where('id', '=', gone.id).execute()
  }
  const name = kept.name || gone?.name || ''
  const username = kept.username || gone?.username || ''
  const search_key = searchKey(name, phoneNumber, username)
  return tx
    .updateTable('opt_outs')
    .set({ phone_number: phoneNumber, lid, name, username, search_key })
    .where('id', '=', kept.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
