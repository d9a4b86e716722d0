import type { DeliveryState } from '@kirim/contract/outgoing'

const RANK: Readonly<Record<DeliveryState, number>> = {
  pending: 0,
  failed: 1,
  sent: 2,
  delivered: 3,
  read: 4,
}

/**
 * The state of a message after a report; late, lower reports change nothing. What the network has
 * taken does not fail any more: a refusal afterwards is about a copy.
 */
export function nextDelivery(
  state: DeliveryState,
  report: Exclude<DeliveryState, 'pending'>,
): DeliveryState {
  return RANK[report] > RANK[state] ? report : state
}
