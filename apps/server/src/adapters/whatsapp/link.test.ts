import { EventEmitter } from 'node:events'
import { createFakeClock } from '@kirim/testing/fake-clock'
import type { WASocket } from 'baileys'
import { expect, test, vi } from 'vitest'
import type { LinkListener } from '../../features/devices/devices.ports.ts'
import { readClose } from './close-cause.ts'
import { startLink } from './link.ts'

function start() {
  const ev = new EventEmitter()
  const end = vi.fn<WASocket['end']>(async () => {})
  const listener = {
    onQr: vi.fn<LinkListener['onQr']>(),
    onPaired: vi.fn<LinkListener['onPaired']>(),
    onEnded: vi.fn<LinkListener['onEnded']>(),
    onFault: vi.fn<(error: unknown) => void>(),
  }
  const ws = new EventEmitter()
  const clock = createFakeClock()
  const socket = {
    ev: ev as unknown as WASocket['ev'],
    ws: ws as unknown as WASocket['ws'],
    end,
  }
  const attempt = startLink(
    { url: null, rootKey: null, version: [2, 3000, 1] },
    listener,
    clock,
    () => socket,
  )
  return { ev, ws, end, clock, listener, attempt }
}
const restart = { error: { output: { statusCode: 515 } } }

test('a code that waits is withdrawn, and says nothing more', () => {
  const { ev, end, listener, attempt } = start()
  expect(attempt.withdraw()).toBe(true)
  expect(end).toHaveBeenCalledTimes(1)
  ev.emit('connection.update', { connection: 'close', lastDisconnect: restart })
  expect(listener.onEnded).not.toHaveBeenCalled()
})

test('once the phone has accepted, withdrawing is too late: the link is kept', () => {
  const { ev, end, listener, attempt } = start()
  ev.emit('creds.update', { me: { id: '60123456789:1@s.whatsapp.net', name: 'Aisyah' } })
  expect(attempt.withdraw()).toBe(false)
  expect(end).not.toHaveBeenCalled()
  ev.emit('connection.update', { connection: 'close', lastDisconnect: restart })
  expect(listener.onPaired).toHaveBeenCalledWith(
    { number: '60123456789', lid: null, name: 'Aisyah' },
    expect.any(Array),
  )
})

test('an answer that is no upgrade ends the attempt, and is no logout', () => {
  const { ws, end } = start()
  ws.emit('unexpected-response', {}, { statusCode: 403, resume: () => {} })
  expect(end).toHaveBeenCalledTimes(1)
  const [error] = end.mock.calls[0] ?? []
  expect(readClose(error, 0)).toEqual({ cause: 'connection_lost', code: 403, until: null })
})

test('a network that says nothing is left after a minute, one that shows a code is not', () => {
  const silent = start()
  silent.clock.advance(59_999)
  expect(silent.end).not.toHaveBeenCalled()
  silent.clock.advance(1)
  expect(silent.end).toHaveBeenCalledTimes(1)

  const { ev, end, clock } = start()
  ev.emit('connection.update', { qr: 'one' })
  clock.advance(3_600_000)
  expect(end).not.toHaveBeenCalled()
})
