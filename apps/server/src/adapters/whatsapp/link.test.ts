import { EventEmitter } from 'node:events'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { getBinaryNodeChild, type WASocket } from 'baileys'
import { describe, expect, test, vi } from 'vitest'
import type { LinkListener } from '../../features/devices/devices.ports.ts'
import { readClose } from './close-cause.ts'
import { startLink } from './link.ts'

function start(phoneNumber: string | null = null) {
  const ev = new EventEmitter()
  const end = vi.fn<WASocket['end']>(async () => {})
  const listener = {
    onQr: vi.fn<LinkListener['onQr']>(),
    onPairingCode: vi.fn<LinkListener['onPairingCode']>(),
    onPasskey: vi.fn<LinkListener['onPasskey']>(),
    onPaired: vi.fn<LinkListener['onPaired']>(),
    onEnded: vi.fn<LinkListener['onEnded']>(),
    onFault: vi.fn<(error: unknown) => void>(),
  }
  const ws = new EventEmitter()
  const query = vi.fn<WASocket['query']>(async (node) => node)
  const clock = createFakeClock()
  const socket = {
    ev: ev as unknown as WASocket['ev'],
    ws: ws as unknown as WASocket['ws'],
    end,
    query,
  }
  const attempt = startLink(
    { url: null, rootKey: null, version: [2, 3000, 1], through: null },
    { phoneNumber },
    listener,
    clock,
    () => socket,
  )
  return { ev, ws, end, query, clock, listener, attempt }
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

test('a network that says nothing after its first word is left after a minute, one that shows a code is not', () => {
  const silent = start()
  silent.ws.emit('frame', {})
  silent.clock.advance(59_999)
  expect(silent.end).not.toHaveBeenCalled()
  silent.clock.advance(1)
  expect(silent.end).toHaveBeenCalledTimes(1)

  const { ev, ws, end, clock } = start()
  ws.emit('frame', {})
  clock.advance(30_000)
  ev.emit('connection.update', { qr: 'one' })
  clock.advance(59_999)
  expect(end).not.toHaveBeenCalled()
})

describe('a pairing code', () => {
  const number = '60123456789'

  test('is asked for once the network is ready, under a name that it accepts', async () => {
    const { ev, query, listener } = start(number)
    expect(query).not.toHaveBeenCalled()
    ev.emit('connection.update', { qr: 'one' })
    await vi.waitFor(() => expect(listener.onPairingCode).toHaveBeenCalledTimes(1))
    ev.emit('connection.update', { qr: 'two' })
    expect(query).toHaveBeenCalledTimes(1)
    const [asked] = query.mock.calls[0] ?? []
    const part = getBinaryNodeChild(asked, 'link_code_companion_reg')
    expect(part?.attrs).toMatchObject({ jid: `${number}@s.whatsapp.net` })
    expect(getBinaryNodeChild(part, 'companion_platform_display')?.content).toBe('Chrome (Ubuntu)')
    expect(getBinaryNodeChild(part, 'companion_platform_id')?.content).toBe('1')
    expect(listener.onPairingCode.mock.calls[0]?.[0]).toEqual({
      code: expect.stringMatching(/^[1-9A-Z]{8}$/),
      expiresInMs: 160_000,
    })
  })

  test('is still withdrawn, for its number alone is no link', async () => {
    const { ev, end, listener, attempt } = start(number)
    ev.emit('connection.update', { qr: 'one' })
    await vi.waitFor(() => expect(listener.onPairingCode).toHaveBeenCalledTimes(1))
    expect(attempt.withdraw()).toBe(true)
    expect(end).toHaveBeenCalledTimes(1)
  })

  test('that nobody types ends without a device', async () => {
    const { ev, listener } = start(number)
    ev.emit('connection.update', { qr: 'one' })
    await vi.waitFor(() => expect(listener.onPairingCode).toHaveBeenCalledTimes(1))
    const timedOut = { error: { output: { statusCode: 408 } } }
    ev.emit('connection.update', { connection: 'close', lastDisconnect: timedOut })
    expect(listener.onPaired).not.toHaveBeenCalled()
    expect(listener.onEnded).toHaveBeenCalledWith(expect.objectContaining({ cause: 'qr_expired' }))
  })

  test.each([
    ['an answer', Object.assign(new Error('bad-request'), { data: 400 }), 400],
    ['silence', undefined, null],
  ])('that is refused by %s is not shown', async (_how, answer, code) => {
    const { ev, end, query, listener } = start(number)
    query.mockImplementation(async () => {
      if (answer) throw answer
      return undefined
    })
    ev.emit('connection.update', { qr: 'one' })
    await vi.waitFor(() => expect(listener.onEnded).toHaveBeenCalledTimes(1))
    expect(listener.onEnded).toHaveBeenCalledWith({ cause: 'pairing_refused', code, until: null })
    expect(listener.onPairingCode).not.toHaveBeenCalled()
    expect(end).toHaveBeenCalledTimes(1)
  })
})
