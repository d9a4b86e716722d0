import type { DeliveryState, OutgoingState } from '@kirim/contract/outgoing'
import { nextDelivery } from './delivery-state.ts'
import type { ReceiptReport, Step, WrittenMessage } from './outgoing.ports.ts'

/** What happened to a message, reported by the network or by us. */
export interface StatusReport extends ReceiptReport {
  /** Why it has failed: a stable code. */
  readonly reason: string | null
}

/** The steps that words make messages take, in their order; a word that changes nothing is none. */
export function stepsOf(
  messages: readonly WrittenMessage[],
  words: readonly StatusReport[],
): Step[] {
  const known = new Map(messages.map((message) => [message.messageId, message]))
  const states = new Map(messages.map(({ messageId, state }) => [messageId, state]))
  return words.flatMap(({ messageId, status, reason }) => {
    const message = known.get(messageId)
    const from = states.get(messageId)
    if (!message || !from || !isUnderWay(from)) return []
    const to = nextDelivery(from, status)
    if (to === from) return []
    states.set(messageId, to)
    return [{ message, from, to, reason: to === 'failed' ? reason : null }]
  })
}

/** Messages by the state in which these steps leave them, and why. */
export function groupByOutcome(steps: readonly Step[]) {
  const last = new Map(steps.map((step) => [step.message.messageId, step]))
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
