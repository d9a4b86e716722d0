import { slowness } from './slowness.ts'

/** The longest allowed block of the event loop, in milliseconds. */
export const BLOCK_MAX_MS = 50

/**
 * Runs `work` and returns the longest time one iteration of the event loop took, in milliseconds of
 * CPU time of this thread, so other load on the machine does not count. A result above the limit is
 * divided by the slowness of the machine.
 */
async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  let watching = true
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (watching) setImmediate(look).unref()
  }
  setImmediate(look).unref()
  try {
    await work()
  } finally {
    watching = false
    look()
  }
  return longest <= BLOCK_MAX_MS ? longest : longest / slowness()
}

/**
 * Measures up to three runs and returns the best, to exclude garbage collection and first-time
 * compilation.
 */
export async function longestBlockMsBestOf3(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && best > BLOCK_MAX_MS; run++) {
    best = Math.min(best, await longestBlockMs(work))
  }
  return best
}
