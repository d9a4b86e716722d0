import { randomUUID } from 'node:crypto'

/**
 * Counts the events that this server's browsers of each user got in this run, from this or another
 * node.
 */
export function createEventPositions() {
  // Counting restarts with each run, so positions include the run's id.
  let run = randomUUID()
  const counts = new Map<string, number>()
  return {
    of: (userId: string) => `${run}.${counts.get(userId) ?? 0}`,
    advance(userId: string): void {
      counts.set(userId, (counts.get(userId) ?? 0) + 1)
    },
    /** Events may have been missed, so nothing that was loaded before is up to date. */
    restart(): void {
      run = randomUUID()
      counts.clear()
    },
  }
}
