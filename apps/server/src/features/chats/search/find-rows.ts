import type { Db } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/search-text.ts'
import {
  type Candidate,
  type Device,
  type NewestQuestion,
  newestOf,
  type SearchPlace,
} from './newest-rows.ts'
import type { SearchedRow, SearchedRows } from './search.ports.ts'
import { loadDevices } from './search-rows.ts'
import { slotOf } from './slots.ts'

/** Texts without three letters or digits in a row have no part in PostgreSQL's index. */
export function isSearchable(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text)
}

/** How many rows are looked at together: few for somebody who sees all, and at most 860. */
const PAGES = [60, 400, 400]

export interface Found {
  readonly rows: readonly SearchedRow[]
  /** Null when all were looked at. */
  readonly next: SearchPlace | null
}

export interface Question extends NewestQuestion {
  readonly deviceIds: readonly string[]
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

function placeOf({ no, deviceId }: Candidate, devices: readonly Device[]): SearchPlace {
  const device = devices.find((one) => one.device_id === deviceId)?.no ?? 0
  return { slot: slotOf(no), device }
}
