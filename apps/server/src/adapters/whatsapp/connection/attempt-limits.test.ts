import { EventEmitter } from 'node:events'
import { createFakeClock } from '@kirim/testing/fake-clock'
import type { WASocket } from 'baileys'
import { expect, test } from 'vitest'
import type { Close } from '../../../features/devices/closes.ports.ts'
import { startDrivenNumber } from '../../../testing/driven-number.ts'
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
  attempt.cancel()
  clock.advance(3_600_000)
  expect(ends).toEqual([])
})

test('a server that may have been replaced does not sign in: the session of another stays', async () => {
  const { open, say, server, heard } = await startDrivenNumber()
  const closes: string[] = []
  const session = await open(({ cause }) => closes.push(cause))
  await say('before')
  let isFrozen = true
  const frozen = server(() => isFrozen)
  const close = await new Promise<Close | null>((settle) => {
    void frozen.open(settle).then(() => settle(null))
  })
  expect(close).toEqual({ cause: 'connection_lost', code: null, until: null })
  expect(await say('after')).toEqual({ kind: 'accepted' })
  expect([closes, heard()]).toEqual([[], ['before', 'after']])
  // Otherwise it would have.
  isFrozen = false
  const replaced = await frozen.open()
  // The line of the one before is closed meanwhile.
  await expect.poll(() => closes).toEqual(['replaced'])
  await replaced.close()
  await session.close()
})
