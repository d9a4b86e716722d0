import { setImmediate } from 'node:timers/promises'

/** When most rows match, a few fill a page. */
const ROWS_AT_FIRST = 250
/** Rows per statement. */
const MOST_ROWS = 2000
const FEWEST_ROWS = 50
/**
 * Time per step: rows of long texts are read in smaller numbers, so that others are served between.
 */
const STEP_MS = 15

interface Walk<Row, Place> {
  readonly from: Place | null
  readonly limit: number
  /** The position this many rows after another; null when there are fewer. */
  endOf(after: Place | null, rows: number): Promise<Place | null>
  /** The matching rows after one position, up to another. */
  read(after: Place | null, upTo: Place | null, limit: number): Promise<Row[]>
}

/**
 * Finds rows without an index by scanning in their order until there are enough. However few match,
 * each statement reads a limited number of rows for a short time.
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
