import { EventEmitter } from 'node:events'
import { createFakeClock } from '@kirim/testing/fake-clock'
import type { BinaryNode, SignalRepositoryWithLIDStore, WASocket } from 'baileys'
import { describe, expect, test, vi } from 'vitest'
import type { CredentialPiece, CredentialStore } from '../../features/devices/devices.ports.ts'
import type { OutgoingMessage } from '../../features/outgoing/outgoing.ports.ts'
import { createAcknowledgements } from './acknowledgements.ts'
import { UpgradeRefused } from './attempt-limits.ts'
import { createFreshAuthState, openAuthState } from './auth-state.ts'
import { readClose, statusOf } from './close-cause.ts'
import { createContactKeys } from './contact-keys.ts'
import { createKeyCache } from './key-cache.ts'
import { startLink } from './link.ts'
import { createMediaCache } from './media-cache.ts'
import { contentOf } from './message-content.ts'
import { readReceipt, recordBeforeAcknowledging } from './receipts.ts'
import { inOrder } from './signal-order.ts'

/** A close as the driver reports it. */
const boom = (statusCode: unknown, message = 'closed') =>
  Object.assign(new Error(message), { output: { statusCode } })

describe('why a connection ended', () => {
  test.each<[number, string]>([
    [515, 'restart_required'],
    [401, 'logged_out'],
    [403, 'locked'],
    [405, 'outdated'],
    [0, 'connection_lost'],
    [-1, 'connection_lost'],
  ])('%i is %s', (code, cause) => {
    expect(readClose(boom(code), 0)).toEqual({ cause, code, until: null })
  })

  test.each<[string, unknown, number | null]>([
    ['in seconds', '3600', 3_601_000],
    ['as a moment', '1893456000', 1_893_456_000_000],
    ['in no number', 'soon', null],
    ['absurdly long', '9'.repeat(40), null],
    ['as no text', 3600, null],
    ['nowhere', undefined, null],
  ])('the end of a ban is read %s', (_what, expire, until) => {
    const error = Object.assign(boom(402), { data: { reason: '402', code: '101', expire } })
    expect(readClose(error, 1000)).toEqual({ cause: 'banned_until', code: 402, until })
    const ended = Object.assign(boom(402), { data: { tag: 'stream:error', attrs: { expire } } })
    expect(readClose(ended, 1000)).toEqual({ cause: 'banned_until', code: 402, until })
  })

  test.each([401, 403, 503])('an answer to the upgrade with %i is a lost connection', (status) => {
    const close = { cause: 'connection_lost', code: status, until: null }
    expect(readClose(new UpgradeRefused(status), 0)).toEqual(close)
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', '401'],
    ['an error alone', new Error('socket hang up')],
    ['no output', { output: null }],
    ['another output', { output: 401 }],
    ['a code as text', boom('401')],
    ['no code', { output: {} }],
  ])('%s is a lost connection, and has no code', (_what, error) => {
    expect(readClose(error, 0).cause).toBe('connection_lost')
    expect(statusOf(error)).toBeNull()
  })

  test.each([
    ['invalid noise leaf certificate', 'not_genuine'],
    ['certification match failed', 'not_genuine'],
    ['Invalid account signature', 'link_forged'],
    ['invalid account signature', 'logged_out'],
  ])('%s counts before its code', (said, cause) => {
    expect(readClose(boom(401, said), 0).cause).toBe(cause)
  })
})

describe('an attempt to link', () => {
  function start() {
    const ev = new EventEmitter()
    const ws = new EventEmitter()
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
    const { told, ws, clock, update } = start()
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
    const { told, update, close } = start()
    if (hasShown) update({ qr: 'one' })
    close(error)
    expect(told.at(-1)).toEqual(expected)
  })

  test('says its end once, and nothing after it', () => {
    const { told, update, close } = start()
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
    const { told, close, creds } = start()
    if (me) creds({ me })
    close(boom(515))
    expect(told).toEqual([identity ? ['paired', identity] : ['restart_required', 515]])
  })

  test('that the phone took back at once is not kept', () => {
    const { told, close, creds } = start()
    creds({ me: { id: '60123456789:1@s.whatsapp.net', name: 'Aisyah' } })
    close(boom(401))
    expect(told).toEqual([['logged_out', 401]])
  })

  test('whose line broke after pairing is kept: the phone lists it', () => {
    const { told, close, creds } = start()
    creds({ me: { id: '60123456789:1@s.whatsapp.net', name: 'Aisyah' } })
    close(boom(428))
    expect(told).toEqual([['paired', paired]])
  })
})

describe('credentials', () => {
  /** What is stored, by its id. */
  function store(broken = false): CredentialStore & { kept: Map<string, string | null> } {
    const kept = new Map<string, string | null>()
    return {
      kept,
      async read(_device, kind, names) {
        const found = names.map((name) => [name, kept.get(`${kind}/${name}`)] as const)
        return new Map(found.flatMap(([name, value]) => (value == null ? [] : [[name, value]])))
      },
      async write(_device, pieces) {
        if (broken) throw new Error('the disk is full')
        for (const { kind, name, value } of pieces) kept.set(`${kind}/${name}`, value)
      },
    }
  }

  async function linked(kept = store()) {
    const pieces: CredentialPiece[] = createFreshAuthState().pieces()
    for (const { kind, name, value } of pieces) kept.kept.set(`${kind}/${name}`, value)
    const opened = await openAuthState(kept, createKeyCache(kept), 'device')
    if (!opened) throw new Error('there are credentials')
    return opened
  }

  test('that are not there open nothing', async () => {
    const kept = store()
    expect(await openAuthState(kept, createKeyCache(kept), 'device')).toBeNull()
  })

  test('come back as they were: keys as bytes, what was erased not at all', async () => {
    const first = createFreshAuthState()
    const session = new Uint8Array([1, 2, 3])
    const pair = { private: Buffer.alloc(32, 1), public: Buffer.alloc(32, 2) }
    await first.state.keys.set({ 'pre-key': { '1': pair, '2': pair }, session: { a: session } })
    await first.state.keys.set({ 'pre-key': { '2': null } })
    expect(await first.state.keys.get('pre-key', ['1', '2', '3'])).toEqual({ '1': pair })
    const names = first.pieces().map(({ kind, name }) => `${kind}/${name}`)
    expect(names.sort()).toEqual(['creds/creds', 'pre-key/1', 'session/a'])
  })

  test('that are broken are not taken for others', async () => {
    const kept = store()
    kept.kept.set('creds/creds', '{"noiseKey":')
    await expect(openAuthState(kept, createKeyCache(kept), 'device')).rejects.toThrow(SyntaxError)
  })

  test('whose write fails are not believed to be kept', async () => {
    const { state } = await linked()
    const pair = { private: Buffer.alloc(32), public: Buffer.alloc(32) }
    await state.keys.set({ 'pre-key': { '1': pair } })
    const failing = await linked(store(true))
    await expect(failing.state.keys.set({ 'pre-key': { '1': pair } })).rejects.toThrow('full')
    expect(await failing.state.keys.get('pre-key', ['1'])).toEqual({})
    await expect(failing.saveCreds()).rejects.toThrow('full')
    expect(await state.keys.get('pre-key', ['1'])).toEqual({ '1': pair })
  })
})

describe('receipts', () => {
  const node = (attrs: Record<string, string>, content?: BinaryNode['content']): BinaryNode =>
    content === undefined ? { tag: 'receipt', attrs } : { tag: 'receipt', attrs, content }

  test.each([
    ['no id', node({})],
    ['an empty id', node({ id: '' })],
    ['a kind that nobody knows', node({ id: 'A', type: 'enc_rekey_retry' })],
    ['the word of something every object has', node({ id: 'A', type: 'toString' })],
    ['another of them', node({ id: 'A', type: '__proto__' })],
  ])('with %s say nothing', (_what, receipt) => expect(readReceipt(receipt)).toBeNull())

  test.each<[string, BinaryNode['content']]>([
    ['text', 'list'],
    ['bytes', Buffer.from('list')],
    ['no list', [{ tag: 'retry', attrs: {} }]],
    ['an empty list', [{ tag: 'list', attrs: {} }]],
    ['a list of text', [{ tag: 'list', attrs: {}, content: 'B' }]],
    ['entries without ids', [{ tag: 'list', attrs: {}, content: [{ tag: 'item', attrs: {} }] }]],
  ])('with %s in them are about one message', (_what, content) => {
    expect(readReceipt(node({ id: 'A' }, content))).toEqual({
      messageIds: ['A'],
      status: 'delivered',
    })
  })

  function recording(record: () => Promise<void>) {
    const ws = new EventEmitter()
    const driver = vi.fn()
    ws.on('CB:receipt', driver)
    const faults: unknown[] = []
    const socket = { ws } as unknown as WASocket
    recordBeforeAcknowledging(socket, record, (error) => faults.push(error))
    return { ws, driver, faults }
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  test('reach the driver, who acknowledges them, once they are written down', async () => {
    const written = Promise.withResolvers<void>()
    const { ws, driver } = recording(() => written.promise)
    ws.emit('CB:receipt', node({ id: 'A' }))
    await turn()
    expect(driver).not.toHaveBeenCalled()
    written.resolve()
    await turn()
    expect(driver).toHaveBeenCalledTimes(1)
  })

  test('that could not be written down are not acknowledged: they come again', async () => {
    const { ws, driver, faults } = recording(() => Promise.reject(new Error('locked')))
    ws.emit('CB:receipt', node({ id: 'A' }))
    await turn()
    expect(driver).not.toHaveBeenCalled()
    expect(faults).toMatchObject([{ message: 'locked' }])
    ws.emit('CB:receipt', node({ id: 'A', type: 'retry' }))
    await turn()
    expect(driver).toHaveBeenCalledTimes(1)
  })
})

describe('answers to messages', () => {
  test('that come for nobody, twice or late change nothing', async () => {
    const acknowledgements = createAcknowledgements()
    expect(acknowledgements.settle('A', { kind: 'accepted' })).toBe(false)
    const { answer, forget } = acknowledgements.expect('A')
    acknowledgements.settle('B', { kind: 'refused', code: '463' })
    expect(acknowledgements.settle('A', { kind: 'refused', code: '463' })).toBe(true)
    acknowledgements.settle('A', { kind: 'accepted' })
    acknowledgements.abandonAll()
    expect(await answer).toEqual({ kind: 'refused', code: '463' })
    forget()
    const later = acknowledgements.expect('A')
    acknowledgements.settle('A', { kind: 'accepted' })
    expect(await later.answer).toEqual({ kind: 'accepted' })
  })
})

describe('what was uploaded', () => {
  test('is known for an hour, the last hundred files', async () => {
    const clock = createFakeClock()
    const cache = createMediaCache(clock)
    await cache.set('a', { url: 'a' })
    clock.advance(60 * 60 * 1000 - 1)
    expect(await cache.get('a')).toEqual({ url: 'a' })
    clock.advance(2)
    expect(await cache.get('a')).toBeUndefined()
    for (let n = 0; n <= 100; n++) await cache.set(`${n}`, n)
    expect(await cache.get('0')).toBeUndefined()
    expect(await cache.get('100')).toBe(100)
    await cache.del('100')
    expect(await cache.get('100')).toBeUndefined()
    await cache.flushAll()
    expect(await cache.get('50')).toBeUndefined()
  })
})

describe('a message in the words of the driver', () => {
  const message = (fileType: string | null, text = 'Hello'): OutgoingMessage => ({
    messageId: 'A',
    jid: 'j',
    text,
    media: fileType === null ? null : { path: '/m/f', fileType, originalName: 'jadual.x' },
  })
  const source = { url: '/m/f' }

  test.each<[string | null, string, object]>([
    [null, 'Hello', { text: 'Hello', linkPreview: null }],
    ['image/png', 'Hello', { image: source, mimetype: 'image/png', caption: 'Hello' }],
    ['image/jpeg', '', { image: source, mimetype: 'image/jpeg' }],
    ['video/mp4', '', { video: source, mimetype: 'video/mp4', jpegThumbnail: '' }],
    ['image/svg+xml', '', { document: source, mimetype: 'image/svg+xml', fileName: 'jadual.x' }],
    [
      'image/webp',
      'x',
      { document: source, mimetype: 'image/webp', fileName: 'jadual.x', caption: 'x' },
    ],
    ['IMAGE/PNG', '', { document: source, mimetype: 'IMAGE/PNG', fileName: 'jadual.x' }],
    ['', '', { document: source, mimetype: '', fileName: 'jadual.x' }],
  ])('%s with %j', (fileType, text, expected) => {
    expect(contentOf(message(fileType, text))).toEqual(expected)
  })
})

describe('keys of contacts', () => {
  const session = (signature = new Uint8Array(64)) => ({
    jid: '60123456789:2@s.whatsapp.net',
    session: {
      registrationId: 1,
      identityKey: new Uint8Array(33).fill(5),
      signedPreKey: { keyId: 1, publicKey: new Uint8Array(33).fill(5), signature },
      preKey: { keyId: 1, publicKey: new Uint8Array(33) },
    },
  })
  const repository = (lid: string | null) => {
    const injected = vi.fn(async () => {})
    const inner = { injectE2ESession: injected, lidMapping: { getLIDForPN: async () => lid } }
    return { injected, inner: inner as unknown as SignalRepositoryWithLIDStore }
  }

  test.each([
    ['nobody', new Uint8Array(64)],
    ['half a signature', new Uint8Array(32)],
    ['nothing', new Uint8Array(0)],
  ])(
    'signed by %s open no session, and their owner is told until forgotten',
    async (_what, signature) => {
      const { injected, inner } = repository(null)
      const onForged = vi.fn()
      const keys = createContactKeys(onForged)
      const guarded = keys.guard(inner)
      const jid = '60123456789@s.whatsapp.net'
      expect(await keys.areForged(jid)).toBe(false)
      await guarded.injectE2ESession(session(signature))
      expect(injected).not.toHaveBeenCalled()
      expect(onForged).toHaveBeenCalledTimes(1)
      expect(await keys.areForged(jid)).toBe(true)
      expect(await keys.areForged('60123456788@s.whatsapp.net')).toBe(false)
      await keys.forget(jid)
      expect(await keys.areForged(jid)).toBe(false)
    },
  )

  test('found out under one identity count under the other', async () => {
    const { inner } = repository('777@lid')
    const keys = createContactKeys(() => {})
    await keys.guard(inner).injectE2ESession({ ...session(), jid: '777:3@lid' })
    expect(await keys.areForged('60123456789@s.whatsapp.net')).toBe(true)
    await keys.forget('60123456789@s.whatsapp.net')
    expect(await keys.areForged('777@lid')).toBe(false)
  })

  test('of nobody are not looked for', async () => {
    const keys = createContactKeys(() => {})
    for (const jid of ['', 'nonsense', '@']) expect(await keys.areForged(jid)).toBe(false)
  })
})

describe('steps of one person’s session', () => {
  /** Steps that end when the test lets them. */
  function steps(lids: Record<string, string> = {}) {
    const log: string[] = []
    const gates = new Map<string, () => void>()
    const step = async ({ jid }: { jid: string }) => {
      log.push(`begin ${jid}`)
      await new Promise<void>((done) => gates.set(jid, done))
      log.push(`end ${jid}`)
      if (jid.startsWith('broken')) throw new Error('no session')
      return new Uint8Array()
    }
    const inner = {
      decryptMessage: step,
      encryptMessage: step,
      lidMapping: { getLIDForPN: async (pn: string) => lids[pn] ?? null },
    }
    const ordered = inOrder(inner as unknown as SignalRepositoryWithLIDStore)
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    return {
      log,
      turn,
      read: (jid: string) =>
        ordered.decryptMessage({ jid, type: 'msg', ciphertext: new Uint8Array() }),
      write: (jid: string) => ordered.encryptMessage({ jid, data: new Uint8Array() }),
      async end(jid: string) {
        gates.get(jid)?.()
        await turn()
      },
    }
  }
  const [pn, lid] = ['60123456789@s.whatsapp.net', '777:2@lid']

  test('come one after the other, also across their two identities', async () => {
    const { log, turn, read, write, end } = steps({ [pn]: lid })
    void write(pn)
    await turn()
    void read(lid)
    await turn()
    expect(log).toEqual([`begin ${pn}`])
    await end(pn)
    expect(log).toEqual([`begin ${pn}`, `end ${pn}`, `begin ${lid}`])
    await end(lid)
  })

  test('do not wait for somebody else, nor for one that failed', async () => {
    const { log, turn, read, end } = steps()
    const failed = read('broken@lid').catch(({ message }: Error) => message)
    void read('1@lid')
    await turn()
    expect(log).toEqual(['begin broken@lid', 'begin 1@lid'])
    await end('broken@lid')
    expect(await failed).toBe('no session')
    void read('broken@lid').catch(() => {})
    await turn()
    expect(log.at(-1)).toBe('begin broken@lid')
    await end('broken@lid')
    await end('1@lid')
  })
})
