import { randomUUID } from 'node:crypto'

/** Counts the events sent to each user in this run of the server. */
export function createEventPositions() {
  // Counting restarts with each run, so positions include the run's id.
  const run = randomUUID()
  const told = new Map<string, number>()
  return {
    of: (userId: string) => `${run}.${told.get(userId) ?? 0}`,
    moveOn(userId: string): void {
      told.set(userId, (told.get(userId) ?? 0) + 1)
    },
  }
}
