import { setImmediate } from 'node:timers/promises'

/** Of what many rows hold, a page is full after a few of them. */
const ROWS_AT_FIRST = 250
/** At once. */
const MOST_ROWS = 2000
const FEWEST_ROWS = 50
/** Of one step: rows of long texts are read fewer at a time, so that others are served between. */
const STEP_MS = 15

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
 * few there are, no statement reads more than a limited number of rows, nor for long.
 */
export async function walkRows<Row, Place>(
  walk: Walk<Row, Place>,
  now = () => performance.now(),
): Promise<Row[]> {
  const found: Row[] = []
  let rows = ROWS_AT_FIRST
  for (let after = walk.from; ; ) {
    const begun = now()
    const end = await walk.endOf(after, rows)
    for (const row of await walk.read(after, end, walk.limit - found.length)) found.push(row)
    if (found.length === walk.limit || end === null) return found
    after = end
    const asMany = (rows * STEP_MS) / Math.max(now() - begun, 1)
    rows = Math.ceil(Math.max(FEWEST_ROWS, Math.min(asMany, rows * 2, MOST_ROWS)))
    await setImmediate()
  }
}
