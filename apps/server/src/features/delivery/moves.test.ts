import type { DeliveryState, OutgoingState } from '@kirim/contract/outgoing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredMessage } from './delivery.ports.ts'
import { groupByOutcome, movesOf, nextDelivery, type StatusReport } from './moves.ts'

test.each<[DeliveryState, Exclude<DeliveryState, 'pending'>, DeliveryState]>([
  ['pending', 'sent', 'sent'],
  ['pending', 'failed', 'failed'],
  ['sent', 'failed', 'sent'],
  ['delivered', 'sent', 'delivered'],
  ['delivered', 'failed', 'delivered'],
  ['read', 'delivered', 'read'],
  ['failed', 'delivered', 'delivered'],
])('a %s message with the report %s is %s', (state, report, next) => {
  expect(nextDelivery(state, report)).toBe(next)
})

const IDS = ['A', 'B', 'C']
const STATES: OutgoingState[] = ['pending', 'sent', 'delivered', 'read', 'failed', 'dropped']
const reports = fc.array(
  fc.record<StatusReport>({
    messageId: fc.constantFrom(...IDS, 'unknown'),
    status: fc.constantFrom('sent', 'delivered', 'read', 'failed'),
    reason: fc.constantFrom(null, 'refused_463'),
  }),
)
const messages = fc
  .tuple(...IDS.map(() => fc.constantFrom(...STATES)))
  .map((states) => states.map((state, index) => written(IDS[index] ?? '', state)))

function written(messageId: string, state: OutgoingState): StoredMessage {
  return {
    deviceId: 'device',
    workspaceId: 'user',
    origin: 'campaign',
    originId: messageId,
    part: 0,
    messageId,
    jid: 'jid',
    text: '',
    mediaId: null,
    presence: null,
    presenceSeconds: 0,
    state,
    marked: true,
    mayHaveLeft: true,
    attempts: 0,
    createdAt: 0,
  }
}

function after(before: readonly StoredMessage[], said: readonly StatusReport[]): OutgoingState[] {
  const states = new Map(
    groupByOutcome(movesOf(before, said)).flatMap(({ state, messageIds }) =>
      messageIds.map((messageId) => [messageId, state] as const),
    ),
  )
  return before.map(({ messageId, state }) => states.get(messageId) ?? state)
}

test('a batch of reports gives the same states as single reports', () => {
  fc.assert(
    fc.property(messages, reports, (before, said) => {
      let one = before
      for (const report of said) {
        const states = after(one, [report])
        one = one.map((message, index) => written(message.messageId, states[index] ?? 'pending'))
      }
      expect(after(before, said)).toEqual(one.map(({ state }) => state))
    }),
  )
})

test('the moves of a message are consecutive, and a dropped one makes none', () => {
  fc.assert(
    fc.property(messages, reports, (before, said) => {
      const states = new Map(before.map(({ messageId, state }) => [messageId, state]))
      for (const { message, from, to, reason } of movesOf(before, said)) {
        expect(from).toBe(states.get(message.messageId))
        expect(from).not.toBe('dropped')
        expect(to).not.toBe(from)
        if (to !== 'failed') expect(reason).toBeNull()
        states.set(message.messageId, to)
      }
    }),
  )
})
