import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { chunks, type Db } from '../../../platform/database/database.ts'
import { createStepSize } from '../../../platform/database/step-size.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'
import { likePattern } from '../../../platform/search-text.ts'
import type { SearchedRows } from './search.ports.ts'
import { hoursBefore, rangeOf, SLOTS, slotOf } from './slots.ts'

/** Letters of a part that the index knows. */
const PART_LETTERS = 3

/** Where a search goes on: before this slot, and within it before this device. */
export interface SearchPlace {
  readonly slot: number
  readonly device: number
}

export interface Device {
  readonly device_id: string
  readonly no: number
}

export interface Candidate {
  readonly no: number
  readonly what: SearchedRows['what']
  readonly deviceId: string
  readonly itemId: string
}

export interface NewestQuestion {
  /** Folded texts of which one must be there. */
  readonly texts: readonly string[]
  readonly of: 'messages' | 'chats'
  readonly before: SearchPlace | null
}

/** SQLite unites at most 500 parts of a query; a device has two. */
const DEVICES_AT_ONCE = 200

/** Hours that SQLite reads at once, at least four weeks: requests between count as its own. */
const HOURS = { first: 24 * 28, fewest: 24 * 28, most: 24 * 365 * 60 }

/**
 * The newest of all devices. On SQLite, which works in the thread of the event loop, some weeks at
 * a time: parts that are common by themselves and rare together took up to 200 ms of a million.
 */
export async function newestOf(
  db: Db,
  devices: readonly Device[],
  question: NewestQuestion,
  most: number,
): Promise<Candidate[]> {
  if (devices.length === 0) return []
  if (!isSqlite(db)) return candidates(db, devices, question, { from: 0, most })
  const { oldest, newest } = await extentOf(db, devices, question.of)
  const size = createStepSize(HOURS)
  const found: Candidate[] = []
  let { before } = question
  let from = Math.min(before?.slot ?? SLOTS, newest + 1)
  while (from > oldest && found.length < most) {
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

/** The first and the last slot that these devices have. */
async function extentOf(db: Db, devices: readonly Device[], of: NewestQuestion['of']) {
  const slots: number[] = []
  for (const some of chunks(devices, DEVICES_AT_ONCE)) {
    const ends = some.flatMap(({ no }) => {
      const { from, end } = rangeOf(no, of)
      const inRange = sql`from search_messages where no >= ${from} and no < ${end}`
      return [sql`select min(no) as no ${inRange}`, sql`select max(no) ${inRange}`]
    })
    const all = sql<{ no: number }>`(${sql.join(ends, sql` union all `)})`
    const found = db.selectFrom(all.as('one')).select('no').where('no', 'is not', null)
    slots.push(...(await found.execute()).map(({ no }) => slotOf(no)))
  }
  return { oldest: Math.min(...slots), newest: Math.max(...slots) }
}

async function candidates(
  db: Db,
  devices: readonly Device[],
  question: NewestQuestion,
  range: { readonly from: number; readonly most: number },
): Promise<Candidate[]> {
  const found: Candidate[] = []
  for (const some of chunks(devices, DEVICES_AT_ONCE)) {
    found.push(...(await candidatesAmong(db, some, question, range)))
  }
  return found
    .sort((one, other) => slotOf(other.no) - slotOf(one.no) || other.no - one.no)
    .slice(0, range.most)
}

/** By the range of each device, from a slot on. */
async function candidatesAmong(
  db: Db,
  devices: readonly Device[],
  { texts, of, before }: NewestQuestion,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<Candidate[]> {
  const words = isSqlite(db) ? wordsOnSqlite(texts, most) : wordsOnPostgres(texts, most)
  const each = devices.map(({ no }) => {
    const range = rangeOf(no, of)
    // Of the same slot, devices with smaller numbers follow.
    const end = before ? range.from + before.slot + (no < before.device ? 1 : 0) : range.end
    return sql`select * from (${words(range.from + from, end)}) as part`
  })
  // As a part of a query: SQLite's dialect takes a whole one of raw SQL for a write.
  const found = sql<Candidate>`(
    select candidate.no, item.what, item.device_id as "deviceId", item.item_id as "itemId"
    from (
      select * from (${sql.join(each, sql` union all `)}) as parts
      order by no % ${sql.lit(SLOTS)} desc, no desc limit ${sql.lit(most)}
    ) as candidate join search_messages as item on item.no = candidate.no
  )`
  const rows = await db
    .selectFrom(found.as('found'))
    .select(['no', 'what', 'deviceId', 'itemId'])
    .orderBy(sql`no % ${sql.lit(SLOTS)}`, 'desc')
    .orderBy('no', 'desc')
    .execute()
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
