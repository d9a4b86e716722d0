import type { Clock } from '../../platform/clock.ts'

/** Between the tries of one message that the network does not answer. */
const RESTS_MS = [2_000, 15_000, 120_000, 600_000]
/** Whatever ended otherwise than by an answer is forgotten from this many on. */
const KEPT_MAX = 1000

interface Rest {
  /** How many there were before it. */
  readonly times: number
  readonly until: number
}

/**
 * Messages that rest because the network has not answered them, longer each time, also while their
 * device connects anew in between. Not kept over a restart.
 */
export function createMessageRests({ now }: Pick<Clock, 'now'>) {
  const rests = new Map<string, Rest>()

  function forgetOver(): void {
    for (const [id, { until }] of rests) if (until < now()) rests.delete(id)
  }

  return {
    /** True when all rests came before this try, of which none is longer than `longestMs`. */
    begin(messageId: string, longestMs = Number.POSITIVE_INFINITY): boolean {
      const before = rests.get(messageId)
      const times = before ? before.times + 1 : 0
      if (rests.size > KEPT_MAX) forgetOver()
      const ms = RESTS_MS[Math.min(times, RESTS_MS.length - 1)] ?? 0
      rests.set(messageId, { times, until: now() + Math.min(ms, longestMs) })
      return times >= RESTS_MS.length
    },
    isResting: (messageId: string) => (rests.get(messageId)?.until ?? 0) > now(),
    forget: (messageId: string) => rests.delete(messageId),
  }
}

export type MessageRests = ReturnType<typeof createMessageRests>
