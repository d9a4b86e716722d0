import type { Clock } from './clock.ts'

/** The terminal and `npm` both send the signal for one Ctrl-C. */
const SAME_WITHIN_MS = 1000

/**
 * The first SIGINT or SIGTERM begins the shutdown, one within a second is ignored as its echo, and
 * a later one ends the process at once.
 */
export function createStopSignal(
  clock: Pick<Clock, 'now'>,
  { begin, hurry }: { begin(): void; hurry(): void },
): () => void {
  let begunAt: number | null = null
  return () => {
    if (begunAt === null) {
      begunAt = clock.now()
      begin()
    } else if (clock.now() - begunAt >= SAME_WITHIN_MS) {
      hurry()
    }
  }
}
