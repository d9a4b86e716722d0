import { setImmediate } from 'node:timers/promises'

/**
 * Small enough to serve other requests between two pages, and to keep in memory for many readers.
 */
const PAGE_SIZE = 500

/**
 * Yields a list page by page, each read on demand. `read` returns the rows after a position in its
 * order.
 */
export async function* inPages<Row, Place>(
  read: (after: Place | null, limit: number) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
  from: Place | null = null,
  size = PAGE_SIZE,
): AsyncGenerator<Row[]> {
  for (let after = from; ; ) {
    const rows = await read(after, size)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    after = placeOf(last)
    await setImmediate()
  }
}
