import { setImmediate } from 'node:timers/promises'
import { createStepSize } from './step-size.ts'

/** Rows per statement: when most rows match, a few fill a page. */
const STEPS = { first: 250, fewest: 50, most: 2000 }

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
  const size = createStepSize(STEPS, now)
  for (let after = walk.from; ; ) {
    const end = await size.run(async (rows) => {
      const end = await walk.endOf(after, rows)
      for (const row of await walk.read(after, end, walk.limit - found.length)) found.push(row)
      return end
    })
    if (found.length === walk.limit || end === null) return found
    after = end
    await setImmediate()
  }
}
