import type { RecipientState } from '@kirim/contract/campaigns'
import type { DeliveryState } from '@kirim/contract/outgoing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  nextRecipient,
  type RecipientEvent,
  recipientEventOf,
  totalsChange,
} from './recipient-state.ts'

const EVENTS: RecipientEvent[] = ['claimed', 'sent', 'delivered', 'read', 'failed', 'skipped']

describe('nextRecipient', () => {
  test.each<[RecipientState, Partial<Record<RecipientEvent, RecipientState>>]>([
    ['queued', { claimed: 'sending', failed: 'failed', skipped: 'skipped' }],
    [
      'held',
      {
        claimed: 'sending',
        sent: 'sent',
        delivered: 'delivered',
        read: 'read',
        failed: 'failed',
        skipped: 'skipped',
      },
    ],
    ['sending', { sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' }],
    ['sent', { delivered: 'delivered', read: 'read', failed: 'failed' }],
    ['delivered', { read: 'read' }],
    ['read', {}],
    ['failed', { delivered: 'delivered', read: 'read' }],
    ['skipped', {}],
  ])('from %s', (state, moves) => {
    for (const event of EVENTS)
      expect([event, nextRecipient(state, event)]).toEqual([event, moves[event] ?? state])
  })

  test('receipts in any order only move people forward', () => {
    const order: RecipientState[] = ['queued', 'sending', 'failed', 'sent', 'delivered', 'read']
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<RecipientEvent>('sent', 'delivered', 'read')),
        (events) => {
          let state: RecipientState = 'sending'
          for (const event of events) {
            const next = nextRecipient(state, event)
            expect(order.indexOf(next)).toBeGreaterThanOrEqual(order.indexOf(state))
            state = next
          }
        },
      ),
    )
  })
})

test.each<[DeliveryState[], RecipientEvent | null]>([
  [['pending'], null],
  [['sent', 'pending'], null],
  [['sent'], 'sent'],
  [['read', 'sent'], 'sent'],
  [['read', 'delivered', 'read'], 'delivered'],
  [['read', 'read'], 'read'],
  [['read', 'failed'], 'failed'],
  [['failed', 'pending'], 'failed'],
])('messages %j together give %s', (parts, event) => {
  expect(recipientEventOf(parts)).toBe(event)
})

test('totals follow any path through the ledger', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
      let state: RecipientState = 'queued'
      const totals = { total: 0, sent: 0, failed: 0 }
      for (const event of events) {
        const next = nextRecipient(state, event)
        const change = totalsChange(state, next)
        totals.total += change.total
        totals.sent += change.sent
        totals.failed += change.failed
        state = next
      }
      const wasSent = state !== 'queued' && state !== 'skipped'
      expect(totals).toEqual({
        total: Number(wasSent),
        sent: Number(state === 'delivered' || state === 'read'),
        failed: Number(state === 'failed'),
      })
    }),
  )
})
