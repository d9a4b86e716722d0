import type { Clock } from '../../../platform/clock.ts'

/** A walk through a ledger is made again after this many times as long as it took. */
const REST = 50
const KEPT_MAX = 200

export interface Walked {
  readonly campaignId: string
  /** Differs once its owner has changed something, or such a change has reached everybody. */
  readonly edits: string
  /** Differs once anybody has moved. */
  readonly moves: string
  /** It is being sent, so there is a next move, after which screens ask again. */
  readonly isSending: boolean
}

interface Kept<T> extends Pick<Walked, 'edits' | 'moves'> {
  until: number
  readonly answer: Promise<T>
}

/**
 * Keeps what a walk through a campaign's ledger found while nobody moves. While a campaign is being
 * sent, walks take a fiftieth of the time at most however often somebody looks, and an answer may
 * be that old; it is never older than the owner's last change, and otherwise always true.
 */
export function createKeptAnswers<T>(clock: Clock) {
  const kept = new Map<string, Kept<T>>()
  return (walked: Walked, walk: () => Promise<T>): Promise<T> => {
    const { campaignId, edits, moves, isSending } = walked
    const before = kept.get(campaignId)
    const known = before?.edits === edits ? before : undefined
    const isRecent = known && isSending && clock.now() < known.until
    if (known && (known.moves === moves || isRecent)) return known.answer
    const began = clock.now()
    const entry = { edits, moves, until: Number.POSITIVE_INFINITY, answer: walk() }
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
