import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { createStepSize } from '../../../platform/database/step-size.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'
import { fold, likePattern } from '../../../platform/search-text.ts'
import type { SearchedRow, SearchedRows } from './search.ports.ts'
import { loadDevices } from './search-rows.ts'
import { hoursBefore, rangeOf, SLOTS, slotOf } from './slots.ts'

/** Letters of a part that the index knows. */
const PART_LETTERS = 3

/** Texts without three letters or digits in a row have no part in PostgreSQL's index. */
export function isSearchable(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text)
}

/** How many rows are looked at together: few for somebody who sees all, and at most 860. */
const PAGES = [60, 400, 400]

/** Where a search goes on: before this slot, and within it before this device. */
export interface SearchPlace {
  readonly slot: number
  readonly device: number
}

export interface Found {
  readonly rows: readonly SearchedRow[]
  /** Null when all were looked at. */
  readonly next: SearchPlace | null
}

interface Candidate {
  readonly no: number
  readonly what: SearchedRows['what']
  readonly deviceId: string
  readonly itemId: string
}

export interface Question {
  /** Folded texts of which one must be there. */
  readonly texts: readonly string[]
  readonly deviceIds: readonly string[]
  readonly of: 'messages' | 'chats'
  readonly before: SearchPlace | null
  readonly limit: number
}

/**
 * The newest rows with a text, of any age. `choose` says which of some the asker sees; when a text
 * is common and few are seen, the answer may be short and go on elsewhere, so that no question
 * takes long.
 */
export async function findRows(
  db: Db,
  searched: readonly SearchedRows[],
  question: Question,
  choose: (rows: readonly SearchedRow[]) => Promise<readonly SearchedRow[]>,
): Promise<Found> {
  const devices = await loadDevices(db, question.deviceIds)
  const found: SearchedRow[] = []
  let before = question.before
  for (const most of PAGES) {
    const page = await newestOf(db, devices, { ...question, before }, most)
    const rows = await loadAll(db, searched, page)
    const matching = rows.filter(({ text }) => hasOne(text, question.texts))
    const chosen = new Set(await choose(matching))
    for (const candidate of page) {
      const row = rows.find((one) => isOf(candidate, one))
      if (!row || !chosen.has(row)) continue
      found.push(row)
      if (found.length === question.limit) return { rows: found, next: placeOf(candidate, devices) }
    }
    const last = page.at(-1)
    if (!last || page.length < most) return { rows: found, next: null }
    before = placeOf(last, devices)
  }
  return { rows: found, next: before }
}

const isOf = (candidate: Candidate, row: SearchedRow) =>
  candidate.itemId === row.itemId &&
  candidate.deviceId === row.deviceId &&
  (candidate.what === 1) === (row.by !== 'person' && row.by !== 'phone')

function hasOne(text: string, texts: readonly string[]): boolean {
  const folded = fold(text).replace(/[\p{Cc}\s]+/gu, ' ')
  return texts.some((one) => folded.includes(one))
}

async function loadAll(db: Db, searched: readonly SearchedRows[], page: readonly Candidate[]) {
  const each = searched.map((rows) => {
    const keys = page.filter(({ what }) => what === rows.what)
    return keys.length > 0 ? rows.load(db, keys) : []
  })
  return (await Promise.all(each)).flat()
}

interface Device {
  readonly device_id: string
  readonly no: number
}

function placeOf({ no, deviceId }: Candidate, devices: readonly Device[]): SearchPlace {
  const device = devices.find((one) => one.device_id === deviceId)?.no ?? 0
  return { slot: slotOf(no), device }
}

/** Hours that SQLite reads at once. */
const HOURS = { first: 24 * 7, fewest: 1, most: 24 * 365 * 60 }

/**
 * The newest of all devices. On SQLite, which works in the thread of the event loop, some hours at
 * a time: parts that are common by themselves and rare together took up to 200 ms of a million.
 */
async function newestOf(
  db: Db,
  devices: readonly Device[],
  question: Question,
  most: number,
): Promise<Candidate[]> {
  if (devices.length === 0) return []
  if (!isSqlite(db)) return candidates(db, devices, question, { from: 0, most })
  const size = createStepSize(HOURS)
  const found: Candidate[] = []
  let { before } = question
  let from = before?.slot ?? SLOTS
  while (from > 0 && found.length < most) {
    const left = most - found.length
    found.push(
      ...(await size.run((hours) => {
        from = Math.max(0, hoursBefore(from, hours))
        return candidates(db, devices, { ...question, before }, { from, most: left })
      })),
    )
    before = { slot: from, device: 0 }
    await setImmediate()
  }
  return found
}

/** By the range of each device, from a slot on. */
async function candidates(
  db: Db,
  devices: readonly Device[],
  { texts, of, before }: Question,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<Candidate[]> {
  const words = isSqlite(db) ? wordsOnSqlite(texts, most) : wordsOnPostgres(texts, most)
  const each = devices.map(({ no }) => {
    const range = rangeOf(no, of)
    // Of the same slot, devices with smaller numbers follow.
    const end = before ? range.from + before.slot + (no < before.device ? 1 : 0) : range.end
    return sql`select * from (${words(range.from + from, end)}) as part`
  })
  const { rows } = await sql<Candidate>`
    select candidate.no, item.what, item.device_id as "deviceId", item.item_id as "itemId"
    from (
      select * from (${sql.join(each, sql` union all `)}) as parts
      order by no % ${sql.lit(SLOTS)} desc, no desc limit ${sql.lit(most)}
    ) as candidate join search_messages as item on item.no = candidate.no
    order by candidate.no % ${sql.lit(SLOTS)} desc, candidate.no desc
  `.execute(db)
  return rows.map((row) => ({ ...row, no: Number(row.no) }))
}

type InRange = (from: number, to: number) => RawBuilder<unknown>

/**
 * The bounds must be integers, or the index reads all devices. It knows which texts have all parts
 * of three letters of a word, not in which order.
 */
function wordsOnSqlite(texts: readonly string[], most: number): InRange {
  const query = texts.map((text) => `(${partsOf(text).map(quoted).join(' AND ')})`).join(' OR ')
  return (from, to) => sql`
    select rowid as no from search_texts_of_messages
    where search_texts_of_messages match ${query}
      and rowid >= cast(${from} as integer) and rowid < cast(${to} as integer)
    order by rowid desc limit ${sql.lit(most)}
  `
}

function partsOf(text: string): string[] {
  const letters = [...text]
  return letters.slice(PART_LETTERS - 1).map((_, n) => letters.slice(n, n + PART_LETTERS).join(''))
}

const quoted = (part: string) => `"${part.replaceAll('"', '""')}"`

function wordsOnPostgres(texts: readonly string[], most: number): InRange {
  const each = texts.map((text) => sql`text like ${likePattern(text)}`)
  return (from, to) => sql`
    select no from search_messages
    where no >= ${from} and no < ${to} and (${sql.join(each, sql` or `)})
    order by no desc limit ${sql.lit(most)}
  `
}
