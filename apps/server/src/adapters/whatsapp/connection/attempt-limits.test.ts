import { EventEmitter } from 'node:events'
import { createFakeClock } from '@kirim/testing/fake-clock'
import type { WASocket } from 'baileys'
import { expect, test } from 'vitest'
import { limitAttempt } from './attempt-limits.ts'

function setUp() {
  const clock = createFakeClock()
  const ws = new EventEmitter()
  const ends: (string | undefined)[] = []
  const end = async (error?: Error) => void ends.push(error?.message)
  const socket = { ws, end } as unknown as Pick<WASocket, 'ws' | 'end'>
  return { clock, ws, ends, attempt: limitAttempt(socket, clock, () => {}) }
}

test('a network that does not answer is left after 20 seconds', () => {
  const { clock, ends } = setUp()
  clock.advance(19_999)
  expect(ends).toEqual([])
  clock.advance(1)
  expect(ends).toEqual(['The network did not answer.'])
})

test('one that has said something is kept', () => {
  const { clock, ws, attempt, ends } = setUp()
  clock.advance(19_999)
  ws.emit('frame')
  attempt.settled()
  clock.advance(3_600_000)
  expect(ends).toEqual([])
})
