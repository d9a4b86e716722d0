import { EventEmitter } from 'node:events'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { getBinaryNodeChild, type WASocket } from 'baileys'
import { describe, expect, test, vi } from 'vitest'
import type { LinkListener } from '../../../features/devices/devices.ports.ts'
import { readClose } from '../connection/close-cause.ts'
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
  const ws = Object.assign(new EventEmitter(), { close: async () => {} })
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
    await expect.poll(() => listener.onPairingCode.mock.calls).toHaveLength(1)
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
    await expect.poll(() => listener.onPairingCode.mock.calls).toHaveLength(1)
    expect(attempt.withdraw()).toBe(true)
    expect(end).toHaveBeenCalledTimes(1)
  })

  test('that nobody types ends without a device', async () => {
    const { ev, listener } = start(number)
    ev.emit('connection.update', { qr: 'one' })
    await expect.poll(() => listener.onPairingCode.mock.calls).toHaveLength(1)
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
    await expect.poll(() => listener.onEnded.mock.calls).toHaveLength(1)
    expect(listener.onEnded).toHaveBeenCalledWith({ cause: 'pairing_refused', code, until: null })
    expect(listener.onPairingCode).not.toHaveBeenCalled()
    expect(end).toHaveBeenCalledTimes(1)
  })
})

/** A close as the driver reports it. */
const boom = (statusCode: unknown, message = 'closed') =>
  Object.assign(new Error(message), { output: { statusCode } })

describe('an attempt to link', () => {
  function begin() {
    const ev = new EventEmitter()
    const ws = Object.assign(new EventEmitter(), { close: async () => {} })
    const clock = createFakeClock()
    const told: unknown[][] = []
    startLink(
      { url: null, rootKey: null, version: [2, 3000, 1], through: null },
      { phoneNumber: null },
      {
        onFault: () => {},
        onQr: ({ text, attempt, expiresInMs }) => told.push([text, attempt, expiresInMs]),
        onPairingCode: ({ code }) => told.push(['pairing code', code]),
        onPasskey: ({ kind }) => told.push(['passkey', kind]),
        onPaired: (identity) => told.push(['paired', identity]),
        onEnded: ({ cause, code }) => told.push([cause, code]),
      },
      clock,
      () => ({
        ev: ev as unknown as WASocket['ev'],
        ws: ws as unknown as WASocket['ws'],
        end: async (error) => void close(error),
        query: async (node) => node,
      }),
    )
    const update = (change: object) => ev.emit('connection.update', change)
    const close = (error?: Error) => update({ connection: 'close', lastDisconnect: { error } })
    const creds = (change: object) => ev.emit('creds.update', change)
    return { told, ws, clock, update, close, creds }
  }

  test('shows the first code longer than those that follow, and ends after the last', () => {
    const { told, ws, clock, update } = begin()
    const refs = ['2@one', '2@two', '2@three'].map((ref) => ({
      tag: 'ref',
      attrs: {},
      content: Buffer.from(ref),
    }))
    const content = [{ tag: 'pair-device', attrs: {}, content: refs }]
    ws.emit('CB:iq,type:set,pair-device', { tag: 'iq', attrs: {}, content })
    update({ qr: 'link#2@one,key' })
    clock.advance(59_999)
    expect(told).toHaveLength(1)
    clock.advance(100_000)
    expect(told).toEqual([
      ['link#2@one,key', 1, 60_000],
      ['link#2@two,key', 2, 20_000],
      ['link#2@three,key', 3, 20_000],
      ['qr_expired', null],
    ])
  })

  test.each<[string, boolean, Error | undefined, [string, number | null]]>([
    ['nobody scanned a code', true, boom(408), ['qr_expired', null]],
    ['it never showed one', false, boom(408), ['connection_lost', 408]],
    ['the line broke', false, undefined, ['connection_lost', null]],
    ['it was refused', true, boom(411), ['no_linked_devices', 411]],
    ['the phone took it back', true, boom(401), ['logged_out', 401]],
    [
      'the server is not the network',
      false,
      boom(500, 'certification match failed'),
      ['not_genuine', 500],
    ],
  ])('says so when %s', (_what, hasShown, error, expected) => {
    const { told, update, close } = begin()
    if (hasShown) update({ qr: 'one' })
    close(error)
    expect(told.at(-1)).toEqual(expected)
  })

  test('says its end once, and nothing after it', () => {
    const { told, update, close } = begin()
    close(boom(503))
    close(boom(503))
    update({ qr: 'late' })
    expect(told).toEqual([['connection_lost', 503]])
  })

  const paired = { number: '60123456789', lid: null, name: 'Aisyah' }

  test.each<[string, object | undefined, unknown]>([
    ['a device of a number', { id: '60123456789:12@s.whatsapp.net', name: ' Aisyah\n' }, paired],
    ['no name', { id: '60123456789@s.whatsapp.net' }, { ...paired, name: '' }],
    [
      'its other identity',
      { id: '60123456789:1@s.whatsapp.net', name: 'Aisyah', lid: '1@lid' },
      { ...paired, lid: '1@lid' },
    ],
    ['no number', { id: 'nonsense', name: 'Aisyah' }, undefined],
    ['nothing', undefined, undefined],
  ])('with %s is paired, or ends', (_what, me, identity) => {
    const { told, close, creds } = begin()
    if (me) creds({ me })
    close(boom(515))
    expect(told).toEqual([identity ? ['paired', identity] : ['restart_required', 515]])
  })

  test('that the phone took back at once is not kept', () => {
    const { told, close, creds } = begin()
    creds({ me: { id: '60123456789:1@s.whatsapp.net', name: 'Aisyah' } })
    close(boom(401))
    expect(told).toEqual([['logged_out', 401]])
  })

  test('whose line broke after pairing is kept: the phone lists it', () => {
    const { told, close, creds } = begin()
    creds({ me: { id: '60123456789:1@s.whatsapp.net', name: 'Aisyah' } })
    close(boom(428))
    expect(told).toEqual([['paired', paired]])
  })
})
