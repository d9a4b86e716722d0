import type { Clock } from '../../../platform/clock.ts'

/** A walk through a ledger is made again after this many times as long as it took. */
const REST = 50
const KEPT_MAX = 200

/**
 * Keeps what a walk through a campaign's ledger found, so that walks take a fiftieth of the time at
 * most however often somebody looks. While nobody has moved it stays true, and is kept as well.
 */
export function createKeptAnswers<T>(clock: Clock) {
  const kept = new Map<string, { moves: string; until: number; answer: Promise<T> }>()
  return (campaignId: string, moves: string, walk: () => Promise<T>): Promise<T> => {
    const known = kept.get(campaignId)
    if (known && (known.moves === moves || clock.now() < known.until)) return known.answer
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
