import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { createFakeClock } from '@kirim/testing/fake-clock'
import type { WASocket } from 'baileys'
import { expect, test } from 'vitest'
import { closeInTime } from './close-in-time.ts'

/** A connection as the driver has it: `close` settles once its line is gone. */
function setUp() {
  const gone = Promise.withResolvers<void>()
  const line = { destroyed: false, destroy: () => end(true) }
  const end = (destroyed: boolean) => {
    line.destroyed = destroyed
    gone.resolve()
  }
  const ws = Object.assign(new EventEmitter(), { close: () => gone.promise })
  const clock = createFakeClock()
  const { waitLonger } = closeInTime({ ws: ws as unknown as WASocket['ws'] }, clock)
  const open = () => ws.emit('upgrade', { socket: line as unknown as Socket })
  return { ws, line, clock, open, waitLonger, confirm: () => end(false) }
}

test('a close that the network does not confirm cuts the line after two seconds', async () => {
  const { ws, line, clock, open } = setUp()
  open()
  const closed = ws.close()
  clock.advance(1999)
  expect(line.destroyed).toBe(false)
  clock.advance(1)
  expect(line.destroyed).toBe(true)
  await closed
})

test('one that it confirms does not, nor one whose last words have to arrive', async () => {
  const confirmed = setUp()
  confirmed.open()
  const closed = confirmed.ws.close()
  confirmed.confirm()
  await closed
  const last = setUp()
  last.open()
  last.waitLonger()
  const closes = last.ws.close()
  for (const { clock, line } of [confirmed, last]) {
    clock.advance(60_000)
    expect(line.destroyed).toBe(false)
  }
  last.confirm()
  await closes
})

test('a connection that has no line yet closes as the driver does it', async () => {
  const { ws, clock, confirm } = setUp()
  const closed = ws.close()
  clock.advance(60_000)
  confirm()
  await closed
})
