import { EventEmitter } from 'node:events'
import type { WASocket } from 'baileys'
import { expect, test, vi } from 'vitest'
import type { LinkListener } from '../../features/devices/devices.ports.ts'
import { startLink } from './link.ts'

function start() {
  const ev = new EventEmitter()
  const end = vi.fn<WASocket['end']>()
  const listener = {
    onQr: vi.fn<LinkListener['onQr']>(),
    onPaired: vi.fn<LinkListener['onPaired']>(),
    onEnded: vi.fn<LinkListener['onEnded']>(),
  }
  const socket = { ev: ev as unknown as WASocket['ev'], end }
  const attempt = startLink({ url: null, rootKey: null }, listener, () => socket)
  return { ev, end, listener, attempt }
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
