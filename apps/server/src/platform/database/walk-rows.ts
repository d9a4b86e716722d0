import { setImmediate } from 'node:timers/promises'

/** Of what many rows hold, a page is full after a few of them. */
const ROWS_AT_FIRST = 500
/** Short enough for others to be served between two of them. */
const ROWS_AT_ONCE = 2000

interface Walk<Row, Place> {
  readonly from: Place | null
  readonly limit: number
  /** The place of the row so many rows after one; null when there are fewer. */
  endOf(after: Place | null, rows: number): Promise<Place | null>
  /** The rows that are wanted, after one place and up to another. */
  read(after: Place | null, upTo: Place | null, limit: number): Promise<Row[]>
}

/**
 * Finds rows that no index leads to, by scanning along their order until there are enough. However
 * few there are, no statement reads more than a limited number of rows.
 */
export async function walkRows<Row, Place>(walk: Walk<Row, Place>): Promise<Row[]> {
  const found: Row[] = []
  let rows = ROWS_AT_FIRST
  for (let after = walk.from; ; rows = Math.min(rows * 2, ROWS_AT_ONCE)) {
    const end = await walk.endOf(after, rows)
    for (const row of await walk.read(after, end, walk.limit - found.length)) found.push(row)
    if (found.length === walk.limit || end === null) return found
    after = end
    await setImmediate()
  }
}
