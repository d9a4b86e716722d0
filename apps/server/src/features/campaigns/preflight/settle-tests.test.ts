import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import type { TestOutgoing } from './preflight.ports.ts'
import { settleTests } from './send-test.ts'

const MINUTE = 60_000

type Open = Awaited<ReturnType<TestOutgoing['pendingOn']>>[number]

test.each<[string, Partial<Open>, string]>([
  ['one that may have left', { mayHaveLeft: true, createdAt: -60 * MINUTE }, 'sent again'],
  ['one of a moment ago', { createdAt: -MINUTE }, 'sent again'],
  ['one that has not left for long', { createdAt: -11 * MINUTE }, 'given up'],
  ['one that was tried often enough', { mayHaveLeft: true, attempts: 3 }, 'given up'],
])('a test that a crash left open: %s is settled', async (_what, given, expected) => {
  const clock = createFakeClock()
  const open: Open = {
    originId: 'test',
    messageId: 'message',
    mayHaveLeft: false,
    attempts: 0,
    ...given,
    createdAt: clock.now() + (given.createdAt ?? 0),
  }
  const done: string[] = []
  const tests: TestOutgoing = {
    storeMessages: async () => {},
    pendingOf: async () => [open],
    pendingOn: async () => [open],
    async handOverAll(origin, originId) {
      expect([origin, originId]).toEqual(['test', 'test'])
      done.push('sent again')
      return { kind: 'taken' }
    },
    async record(device, reports) {
      expect([device, reports]).toEqual([
        'device',
        [{ messageId: 'message', status: 'failed', reason: 'given_up' }],
      ])
      done.push('given up')
    },
  }
  await settleTests({ tests, clock }, 'device')
  expect(done).toEqual([expected])
})
