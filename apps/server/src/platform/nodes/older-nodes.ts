import type { Clock } from '../clock.ts'

/** Not all nodes notice at once that the last one has left. */
const STILL_HEARD_MS = 30_000

/**
 * The nodes of a version that neither marks nor seals what it tells: while they take part, during
 * an update, they are spoken to as they speak. None of them starts on the database any more.
 */
export function createOlderNodes(clock: Clock) {
  let present: ReadonlySet<string> = new Set()
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    are(ids: readonly string[]): void {
      if (ids.length > 0) lastAt = clock.now()
      present = new Set(ids)
    },
    has: (id: string): boolean => present.has(id),
    isAny: (): boolean => present.size > 0,
    isAnyHeard: (): boolean => present.size > 0 || clock.now() - lastAt < STILL_HEARD_MS,
  }
}

export type OlderNodes = ReturnType<typeof createOlderNodes>
