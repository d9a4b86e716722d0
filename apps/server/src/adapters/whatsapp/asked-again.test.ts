import { EventEmitter } from 'node:events'
import { createFakeClock } from '@kirim/testing/fake-clock'
import type { BinaryNode, WASocket } from 'baileys'
import { expect, test } from 'vitest'
import { answerRequests } from './asked-again.ts'

const MINUTE_MS = 60_000

function start() {
  const clock = createFakeClock()
  const ws = Object.assign(new EventEmitter(), { isOpen: true })
  const passed: BinaryNode['attrs'][] = []
  ws.on('CB:receipt', ({ attrs }: BinaryNode) => passed.push(attrs))
  const requests = answerRequests({ ws } as unknown as Pick<WASocket, 'ws'>, clock)
  const receipt = (attrs: BinaryNode['attrs']) => ws.emit('CB:receipt', { tag: 'receipt', attrs })
  const taken = (attrs: BinaryNode['attrs']) =>
    ws.emit('CB:ack,class:message', { tag: 'ack', attrs })
  return { clock, ws, passed, requests, receipt, taken }
}

const asked = { id: 'A', from: '60123456701@s.whatsapp.net', type: 'retry' }

test('what was asked for and has not left is asked for again, as if it came now, three times', () => {
  const { clock, passed, receipt } = start()
  receipt({ ...asked, offline: '3' })
  clock.advance(MINUTE_MS)
  expect(passed).toEqual([{ ...asked, offline: '3' }, asked])
  clock.advance(60 * MINUTE_MS)
  clock.advance(60 * MINUTE_MS)
  clock.advance(60 * MINUTE_MS)
  expect(passed).toHaveLength(4)
})

test('not once the network has taken the copy; a refusal takes nothing', () => {
  const { clock, passed, receipt, taken } = start()
  receipt(asked)
  taken({ id: 'A', error: '429' })
  clock.advance(MINUTE_MS)
  expect(passed).toHaveLength(2)
  taken({ id: 'A' })
  clock.advance(60 * MINUTE_MS)
  expect(passed).toHaveLength(2)
})

test.each([
  [
    'a receipt that asks for nothing',
    ({ receipt }: ReturnType<typeof start>) => receipt({ id: 'A' }),
  ],
  [
    'what was asked for over a connection that is over',
    ({ receipt, requests }: ReturnType<typeof start>) => {
      receipt(asked)
      requests.end()
    },
  ],
  [
    'what was asked for over one that is closing',
    ({ receipt, ws }: ReturnType<typeof start>) => {
      receipt(asked)
      ws.isOpen = false
    },
  ],
])('%s is not repeated', (_what, happens) => {
  const world = start()
  happens(world)
  world.clock.advance(60 * MINUTE_MS)
  expect(world.passed).toHaveLength(1)
})
