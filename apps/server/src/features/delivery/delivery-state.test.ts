import type { DeliveryState } from '@kirim/contract/outgoing'
import { expect, test } from 'vitest'
import { nextDelivery } from './delivery-state.ts'

test.each<[DeliveryState, Exclude<DeliveryState, 'pending'>, DeliveryState]>([
  ['pending', 'sent', 'sent'],
  ['pending', 'failed', 'failed'],
  ['sent', 'failed', 'sent'],
  ['delivered', 'sent', 'delivered'],
  ['delivered', 'failed', 'delivered'],
  ['read', 'delivered', 'read'],
  ['failed', 'delivered', 'delivered'],
])('a message that is %s and hears %s is %s', (state, report, next) => {
  expect(nextDelivery(state, report)).toBe(next)
})
