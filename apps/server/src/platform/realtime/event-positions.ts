import { randomUUID } from 'node:crypto'

/** How many events each user has been told in this run of the server. */
export function createEventPositions() {
  // Another run counts anew: what a browser knows of this one must not fit there.
  const run = randomUUID()
  const told = new Map<string, number>()
  return {
    of: (userId: string) => `${run}.${told.get(userId) ?? 0}`,
    moveOn(userId: string): void {
      told.set(userId, (told.get(userId) ?? 0) + 1)
    },
  }
}
