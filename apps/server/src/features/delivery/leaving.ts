import { type Clock, pause } from '../../platform/clock.ts'

/** The network answers within a second; an answer that is lost holds up nobody for longer. */
const PATIENCE_MS = 2000

export type Leaving = ReturnType<typeof createLeaving>

/** The messages of each user that no check can stop any more, as they may be on their way. */
export function createLeaving(clock: Clock) {
  const ofUsers = new Map<string, Set<Promise<void>>>()

  return {
    /** Call before the last check of a message. Call the result once it is settled. */
    begin(userId: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      const open = ofUsers.get(userId) ?? new Set()
      ofUsers.set(userId, open.add(promise))
      return () => {
        resolve()
        open.delete(promise)
        if (open.size === 0) ofUsers.delete(userId)
      }
    },

    /**
     * Resolves once the user's messages that are leaving now have left, after two seconds at most:
     * from then on nothing arrives that was sent before.
     */
    async over(userId: string): Promise<void> {
      const open = [...(ofUsers.get(userId) ?? [])]
      if (open.length === 0) return
      const waited = new AbortController()
      await Promise.race([Promise.all(open), pause(clock, PATIENCE_MS, waited.signal)])
      waited.abort()
    },
  }
}
