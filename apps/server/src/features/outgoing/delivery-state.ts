import type { DeliveryState } from '@kirim/contract/outgoing'

const RANK: Readonly<Record<DeliveryState, number>> = {
  pending: 0,
  failed: 1,
  sent: 2,
  delivered: 3,
  read: 4,
}

/** A message's own state after the network's next word: a later, lower word changes nothing. */
export function nextDelivery(
  state: DeliveryState,
  word: Exclude<DeliveryState, 'pending'>,
): DeliveryState {
  if (state === 'sent' && word === 'failed') return 'failed'
  return RANK[word] > RANK[state] ? word : state
}
