import { setImmediate } from 'node:timers/promises'

/** Does a piece of work for each item, so that others are served before each piece. */
export async function inIterations<T, Result>(
  items: Iterable<T>,
  work: (item: T) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    await setImmediate()
    results.push(await work(item))
  }
  return results
}
