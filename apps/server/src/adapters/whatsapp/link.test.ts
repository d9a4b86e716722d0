import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import type { LinkListener } from '../../features/devices/devices.ports.ts'
import { startLink } from './link.ts'

const socket = vi.hoisted(() => ({ ev: null as unknown, end: vi.fn() }))
vi.mock('baileys', async (original) => ({
  ...(await original<typeof import('baileys')>()),
  makeWASocket: () => socket,
}))
afterEach(() => socket.end.mockClear())

function start() {
  const ev = new EventEmitter()
  socket.ev = ev
  const listener = {
    onQr: vi.fn<LinkListener['onQr']>(),
    onPaired: vi.fn<LinkListener['onPaired']>(),
    onEnded: vi.fn<LinkListener['onEnded']>(),
  }
  return { ev, listener, attempt: startLink({ url: null, rootKey: null }, listener) }
}
const restart = { error: { output: { statusCode: 515 } } }

test('a code that waits is withdrawn, and says nothing more', () => {
  const { ev, listener, attempt } = start()
  expect(attempt.withdraw()).toBe(true)
  expect(socket.end).toHaveBeenCalledTimes(1)
  ev.emit('connection.update', { connection: 'close', lastDisconnect: restart })
  expect(listener.onEnded).not.toHaveBeenCalled()
})

test('once the phone has accepted, withdrawing is too late: the link is kept', () => {
  const { ev, listener, attempt } = start()
  ev.emit('creds.update', { me: { id: '60123456789:1@s.whatsapp.net', name: 'Aisyah' } })
  expect(attempt.withdraw()).toBe(false)
  expect(socket.end).not.toHaveBeenCalled()
  ev.emit('connection.update', { connection: 'close', lastDisconnect: restart })
  expect(listener.onPaired).toHaveBeenCalledWith(
    { number: '60123456789', lid: null, name: 'Aisyah' },
    expect.any(Array),
  )
})
