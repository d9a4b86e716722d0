import type { DeliveryState, OutgoingState } from '@kirim/contract/outgoing'
import type { PlannedMove, ReceiptReport, StoredMessage } from './delivery.ports.ts'

const RANK: Readonly<Record<DeliveryState, number>> = {
  pending: 0,
  failed: 1,
  sent: 2,
  delivered: 3,
  read: 4,
}

/**
 * The state of a message after a report; late, lower reports change nothing. An accepted message
 * does not fail any more: a later refusal is about a copy.
 */
export function nextDelivery(
  state: DeliveryState,
  report: Exclude<DeliveryState, 'pending'>,
): DeliveryState {
  return RANK[report] > RANK[state] ? report : state
}

/** A new status of a message, reported by the network or by us. */
export interface StatusReport extends Pick<ReceiptReport, 'messageId' | 'status'> {
  /** The reason for failing, as a stable code. */
  readonly reason: string | null
}

/** State changes caused by reports, in order; reports without effect are skipped. */
export function movesOf(
  messages: readonly StoredMessage[],
  reports: readonly StatusReport[],
): PlannedMove[] {
  const known = new Map(messages.map((message) => [message.messageId, message]))
  const states = new Map(messages.map(({ messageId, state }) => [messageId, state]))
  return reports.flatMap(({ messageId, status, reason }) => {
    const message = known.get(messageId)
    const from = states.get(messageId)
    if (!message || !from || !isUnderWay(from)) return []
    const to = nextDelivery(from, status)
    if (to === from) return []
    states.set(messageId, to)
    return [{ message, from, to, reason: to === 'failed' ? reason : null }]
  })
}

/** Messages grouped by their final state and its reason. */
export function groupByOutcome(moves: readonly PlannedMove[]) {
  const last = new Map(moves.map((move) => [move.message.messageId, move]))
  const outcomes = new Map<
    string,
    { state: OutgoingState; reason: string | null; messageIds: string[] }
  >()
  for (const [messageId, { to, reason }] of last) {
    const key = `${to} ${reason}`
    const outcome = outcomes.get(key) ?? { state: to, reason, messageIds: [] }
    outcomes.set(key, outcome)
    outcome.messageIds.push(messageId)
  }
  return [...outcomes.values()]
}

function isUnderWay(state: OutgoingState): state is DeliveryState {
  return state !== 'dropped'
}
