import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { SearchedWhat } from '../../../platform/database/schema/chat-search.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'
import { searchableText } from '../../../platform/search-text.ts'
import type { RowKey, SearchedRow } from './search.ports.ts'
import { DEVICES_MAX, numberFor } from './slots.ts'

export interface SearchedKey extends RowKey {
  readonly what: SearchedWhat
}

/** What is found: its words, and when it was written. */
export interface SearchedText extends SearchedKey, Pick<SearchedRow, 'text' | 'at'> {}

const keyOf = ({ what, deviceId, itemId }: SearchedKey) =>
  sql`(${itemId}, ${deviceId}, ${sql.lit(what)})`

/** Takes the next noted changes, each once, in the transaction that indexes them. */
export async function takePending(tx: Db, most: number): Promise<SearchedKey[]> {
  const row = sql.ref(isSqlite(tx) ? 'rowid' : 'ctid')
  const { rows } = await sql<SearchedKey>`
    delete from search_pending where ${row} in (
      select ${row} from search_pending limit ${most}
      ${isSqlite(tx) ? sql`` : sql`for update skip locked`}
    ) returning what, device_id as "deviceId", item_id as "itemId"
  `.execute(tx)
  return [...new Map(rows.map((key) => [JSON.stringify(key), key])).values()]
}

/** Indexes texts under these keys; keys without a text are found no more. Safe to repeat. */
export async function indexTexts(
  tx: Db,
  keys: readonly SearchedKey[],
  texts: readonly SearchedText[],
): Promise<void> {
  if (keys.length === 0) return
  await forget(tx, keys)
  const devices = await numbersOfDevices(tx, [...new Set(texts.map(({ deviceId }) => deviceId))])
  let left = texts.flatMap((one) => {
    const device = devices.get(one.deviceId)
    const folded = searchableText(one.text)
    return device === undefined || folded === '' ? [] : [{ ...one, device, folded }]
  })
  // Two of one minute may draw the same number; a minute may have none left.
  for (let later = 0; left.length > 0; later = later * 2 + 1) left = await insert(tx, left, later)
}

/** Removes texts of these keys. */
async function forget(tx: Db, keys: readonly SearchedKey[]): Promise<void> {
  const { rows } = await sql<{ no: number }>`
    delete from search_messages
    where (item_id, device_id, what) in (values ${sql.join(keys.map(keyOf))}) returning no
  `.execute(tx)
  if (rows.length === 0 || !isSqlite(tx)) return
  await tx
    .deleteFrom('search_texts_of_messages')
    .where(
      'rowid',
      'in',
      rows.map(({ no }) => no),
    )
    .execute()
}

type Numbered = SearchedText & { readonly device: number; readonly folded: string }

/** Returns those whose number was taken. */
async function insert(tx: Db, texts: readonly Numbered[], later: number): Promise<Numbered[]> {
  const onSqlite = isSqlite(tx)
  // SQLite's index begins anew after each number that is smaller than the one before.
  const byNumber = new Map(
    texts
      .map((one) => [numberFor(one.device, one.what, one.at, later), one] as const)
      .sort(([one], [other]) => one - other),
  )
  const stored = await tx
    .insertInto('search_messages')
    .values(
      [...byNumber].map(([no, { what, deviceId, itemId, folded }]) => ({
        no,
        what,
        device_id: deviceId,
        item_id: itemId,
        text: onSqlite ? null : folded,
      })),
    )
    .onConflict((conflict) => conflict.column('no').doNothing())
    .returning('no')
    .execute()
  const numbers = new Set(stored.map(({ no }) => Number(no)))
  const added = [...byNumber].filter(([no]) => numbers.has(no))
  if (onSqlite && added.length > 0) {
    const words = added.map(([no, { folded }]) => sql`(${no}, ${folded})`)
    await sql`
      insert into search_texts_of_messages (rowid, text) values ${sql.join(words)}
    `.execute(tx)
  }
  const done = new Set(added.map(([, one]) => one))
  return texts.filter((one) => !done.has(one))
}

/** The numbers of devices, drawn for new ones. Beyond `DEVICES_MAX` a device is not searched. */
async function numbersOfDevices(tx: Db, deviceIds: readonly string[]) {
  const known = new Map((await loadDevices(tx, deviceIds)).map((one) => [one.device_id, one.no]))
  for (const deviceId of deviceIds) {
    if (known.has(deviceId)) continue
    const { next } = await tx
      .selectFrom('search_devices')
      .select(sql<number>`coalesce(max(no), 0) + 1`.as('next'))
      .executeTakeFirstOrThrow()
    if (next > DEVICES_MAX) continue
    await tx
      .insertInto('search_devices')
      .values({ device_id: deviceId, no: next })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    known.set(deviceId, next)
  }
  return known
}

export async function loadDevices(db: Db, deviceIds: readonly string[]) {
  if (deviceIds.length === 0) return []
  return db.selectFrom('search_devices').selectAll().where('device_id', 'in', deviceIds).execute()
}
