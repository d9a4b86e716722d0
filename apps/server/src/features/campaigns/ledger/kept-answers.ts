import type { Clock } from '../../../platform/clock.ts'

/** A walk through a ledger is made again after this many times as long as it took. */
const REST = 50
const KEPT_MAX = 200

export interface Walked {
  readonly campaignId: string
  /** Differs once anybody has moved. */
  readonly moves: string
  /** It is being sent, so there is a next move, after which screens ask again. */
  readonly isSending: boolean
}

/**
 * Keeps what a walk through a campaign's ledger found while nobody moves. While a campaign is being
 * sent, walks take a fiftieth of the time at most however often somebody looks, and an answer may
 * be that old; otherwise it is always true.
 */
export function createKeptAnswers<T>(clock: Clock) {
  const kept = new Map<string, { moves: string; until: number; answer: Promise<T> }>()
  return ({ campaignId, moves, isSending }: Walked, walk: () => Promise<T>): Promise<T> => {
    const known = kept.get(campaignId)
    const isRecent = known && isSending && clock.now() < known.until
    if (known && (known.moves === moves || isRecent)) return known.answer
    const began = clock.now()
    const entry = { moves, until: Number.POSITIVE_INFINITY, answer: walk() }
    kept.delete(campaignId)
    kept.set(campaignId, entry)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    entry.answer.then(
      () => {
        entry.until = clock.now() + (clock.now() - began) * REST
      },
      () => kept.delete(campaignId),
    )
    return entry.answer
  }
}
