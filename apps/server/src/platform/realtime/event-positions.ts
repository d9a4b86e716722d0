import { randomUUID } from 'node:crypto'

/**
 * Counts the events that each user's browsers on this server were sent in this run, by it or by
 * another node.
 */
export function createEventPositions() {
  // Counting restarts with each run, so positions include the run's id.
  let run = randomUUID()
  const told = new Map<string, number>()
  return {
    of: (userId: string) => `${run}.${told.get(userId) ?? 0}`,
    moveOn(userId: string): void {
      told.set(userId, (told.get(userId) ?? 0) + 1)
    },
    /** Events may have been missed, so nothing that was loaded before is up to date. */
    restart(): void {
      run = randomUUID()
      told.clear()
    },
  }
}
