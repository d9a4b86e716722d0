import type { Clock } from '../../../platform/clock.ts'

/** A phone that has not answered by then is away. */
const ANSWER_WITHIN_MS = 30_000

/** What a phone made of a wish for older messages. */
export type WishOutcome = 'came' | 'none' | 'away'

interface Wish {
  stored: number
  settle(outcome: WishOutcome): void
}

/** Wishes for older messages that phones have not answered yet, in memory. */
export function createWishes(clock: Clock) {
  const open = new Map<string, Wish>()

  return {
    /** Resolves once the answer is stored, or the phone does not answer. */
    async outcomeOf(requestId: string): Promise<WishOutcome> {
      const { promise, resolve } = Promise.withResolvers<WishOutcome>()
      open.set(requestId, { stored: 0, settle: resolve })
      const cancel = clock.after(ANSWER_WITHIN_MS, () => resolve('away'))
      return promise.finally(() => {
        cancel()
        open.delete(requestId)
      })
    },
    /** So many messages of its answer were new. */
    came(requestId: string, messages: number): void {
      const wish = open.get(requestId)
      if (wish) wish.stored += messages
    },
    /** The answer was read whole. */
    end(requestId: string): void {
      const wish = open.get(requestId)
      wish?.settle(wish.stored > 0 ? 'came' : 'none')
    },
  }
}
