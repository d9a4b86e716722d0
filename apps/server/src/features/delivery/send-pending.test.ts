import type { Refusal } from '@kirim/contract/outgoing'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPendingSending } from './send-pending.ts'
import type { HandOverOutcome } from './settle-outcome.ts'

const DAY_MS = 24 * 60 * 60_000

type HandOver = HandOverOutcome
const KIND = { origin: 'opt_out', name: 'answers to opt-outs', tooLateMs: DAY_MS } as const

/** One answer that waits for its device, and a network of the test's own. */
function waiting(given: { mayHaveLeft?: boolean; attempts?: number; ageMs?: number } = {}) {
  const clock = createFakeClock()
  const answer = {
    deviceId: 'd1',
    messageId: 'm1',
    mayHaveLeft: false,
    attempts: 0,
    createdAt: clock.now() - (given.ageMs ?? 0),
    ...given,
  }
  const pending = [answer]
  const done: string[] = []
  const outcomes: (HandOver | Error)[] = []
  const end = (what: string) => {
    done.push(what)
    pending.length = 0
  }
  const sending = createPendingSending(
    {
      clock,
      onFault: () => done.push('fault'),
      outgoing: {
        pendingOn: async () => [...pending],
        async handOver() {
          const outcome = outcomes.shift() ?? { kind: 'taken' }
          if (outcome instanceof Error) throw outcome
          if (outcome.kind === 'taken') end('taken')
          return outcome
        },
        record: async (_device, reports) => end(`recorded ${reports[0]?.status}`),
        drop: async (_answer, reason) => end(`dropped ${reason}`),
      },
    },
    KIND,
  )
  onTestFinished(() => sending.part.stop())
  return {
    clock,
    done,
    pending,
    outcomes,
    sending,
    ends: () => until('it has an end', () => done.length > 0),
    rests: () => until('it rests', () => clock.nextTimer() !== null),
  }
}

const withheld = (refusal: Refusal): HandOver => ({ kind: 'withheld', refusal })

describe('the answer to an opt-out', () => {
  test('waits during a temporary refusal, and is sent afterwards', async () => {
    const { clock, done, outcomes, sending, ends, rests } = waiting()
    outcomes.push(withheld('campaign_off'), { kind: 'unanswered' })
    sending.connected('d1')
    await rests()
    clock.advance(60_000)
    await until('it is tried again', () => outcomes.length === 0)
    await rests()
    expect(done).toEqual([])
    clock.advance(60_000)
    await ends()
    expect(done).toEqual(['taken'])
  })

  test.each([
    [
      'is dropped when a check refuses for good',
      {},
      withheld('number_gone'),
      'dropped number_gone',
    ],
    ['is dropped after a day', { ageMs: DAY_MS + 1 }, null, 'dropped too_late'],
    ['is sent within a day', { ageMs: DAY_MS }, null, 'taken'],
    [
      'is settled after a day when it may have left',
      { mayHaveLeft: true, ageMs: DAY_MS * 2 },
      null,
      'taken',
    ],
    ['has failed after five tries', { mayHaveLeft: true, attempts: 5 }, null, 'recorded failed'],
    ['is tried a fifth time', { mayHaveLeft: true, attempts: 4 }, null, 'taken'],
  ])('%s', async (_title, given, outcome, expected) => {
    const { done, outcomes, sending, ends } = waiting(given)
    if (outcome) outcomes.push(outcome)
    sending.connected('d1')
    await ends()
    expect(done).toEqual([expected])
  })

  test('a message that cannot be sent does not block others', async () => {
    const { done, pending, outcomes, sending } = waiting()
    pending.unshift({ ...pending[0], messageId: 'm0' } as (typeof pending)[number])
    outcomes.push(new Error('It cannot be encrypted.'))
    sending.connected('d1')
    await until('the other is sent', () => done.includes('taken'))
    expect(done).toEqual(['fault', 'taken'])
  })

  test.each([
    [false, 'dropped number_gone'],
    [true, 'recorded failed'],
  ])('ends when its number is removed; possibly sent: %s', async (mayHaveLeft, expected) => {
    const { done, sending } = waiting({ mayHaveLeft })
    await sending.deviceRemoved('d1')
    expect(done).toEqual([expected])
  })
})
