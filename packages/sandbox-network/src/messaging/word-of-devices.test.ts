import { randomBytes } from 'node:crypto'
import { type BinaryNode, encodeWAMessage, proto } from 'baileys'
import { beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '../signal/contact-session.ts'
import { encryptForDevice, takeBundle } from '../signal/device-session.ts'
import {
  CONTACT,
  heardConnection,
  jid,
  linkedDevice,
  OTHER,
  PHONE,
  prekeys,
  queued,
  sentText,
  useCore,
} from '../testing/core.ts'
import { silenceLibsignal } from '../testing/quiet.ts'
import { ciphertextFor, ciphertextIn, groupCiphertext } from './ciphertext.ts'
import { decryptMessage } from './decrypt-message.ts'
import { createDeviceReceipts } from './device-receipts.ts'
import { createGroupOutgoing } from './group-outgoing.ts'
import { createGroupReceipts } from './group-receipts.ts'
import { createOutgoing } from './outgoing.ts'
import { createPresence } from './presence.ts'
import { createPresenter } from './presenter.ts'
import { createReceipts } from './receipts.ts'
import { forgetAttempts, requestRetry } from './retries.ts'

silenceLibsignal()
const here = useCore()
const chat = { phone: PHONE, contact: CONTACT }
let told: string[]
let parts: ReturnType<typeof makeParts>
let device: ReturnType<typeof linkedDevice>

function makeParts() {
  const { core } = here
  const presenter = createPresenter(core)
  const groupReceipts = createGroupReceipts(core, presenter)
  const receipts = createReceipts(core, presenter, groupReceipts)
  const outgoing = createOutgoing(core, presenter)
  const groupOutgoing = createGroupOutgoing(core, presenter, receipts, groupReceipts)
  return {
    receipts,
    outgoing,
    presence: createPresence(core, presenter),
    words: createDeviceReceipts(core, presenter, outgoing, groupOutgoing),
  }
}

beforeEach(() => {
  told = []
  device = linkedDevice(here.core)
  parts = makeParts()
  here.core.events.on('status', ({ id, status }) => told.push(`${id} ${status}`))
  here.core.events.on('presence', ({ contact, state }) => told.push(`${contact} ${state}`))
})

const statusOf = (id: string) => here.core.messages.find(chat, 'from-contact', id)?.status
const receipt = (attrs: Record<string, string>, content: BinaryNode[] = []): BinaryNode => ({
  tag: 'receipt',
  attrs: { id: 'A', to: jid(CONTACT), ...attrs },
  content,
})

describe('receipts of a device', () => {
  beforeEach(() => {
    for (const id of ['A', 'B']) {
      here.core.messages.add(sentText(id, { direction: 'from-contact' }))
      const node = { tag: 'message', attrs: { id } }
      here.core.mailbox.post(device, { class: 'message', id, peer: CONTACT, node })
    }
  })

  it.each<[string, string[], string, string[]]>([
    ['read before it is delivered', ['read', ''], 'read', ['A read']],
    ['delivered twice', ['', ''], 'delivered', ['A delivered']],
    ['inactive, then played', ['inactive', 'played'], 'read', ['A delivered', 'A read']],
    ['played, then read', ['played', 'read'], 'read', ['A read']],
    ['something else', ['server-error'], 'sent', []],
    ['the word of something every object has', ['toString', '__proto__'], 'sent', []],
  ])('%s: it never moves back, and is told once', async (_what, types, status, events) => {
    for (const type of types) await parts.words.receive(device, receipt({ type }))
    expect(statusOf('A')).toBe(status)
    expect(told).toEqual(events)
    expect(statusOf('B')).toBe('sent')
  })

  it('remove the message and all listed ones from the queue, and no others', async () => {
    const item = (id?: string): BinaryNode => ({ tag: 'item', attrs: id ? { id } : {} })
    const listed = { tag: 'list', attrs: {}, content: [item('B'), item(), item('Z')] }
    await parts.words.receive(device, receipt({ to: jid(OTHER) }, [listed]))
    expect(queued(here.core, device)).toHaveLength(2)
    await parts.words.receive(device, receipt({ type: 'read' }, [listed]))
    expect(queued(here.core, device)).toEqual([])
    expect(told).toEqual(['A read', 'B read'])
  })

  it.each([
    ['an unknown message', { id: 'Z' }],
    ['nobody', { to: '' }],
    ['an unknown address', { to: '100000000000000@lid' }],
    ['a member of a group who is not named', { to: '120363000000000001@g.us' }],
  ])('about %s moves nothing', async (_what, attrs) => {
    await parts.words.receive(device, receipt({ type: 'read', ...attrs }))
    expect([statusOf('A'), statusOf('B'), told]).toEqual(['sent', 'sent', []])
  })

  it('without an id violate the protocol', async () => {
    const words = parts.words.receive(device, { tag: 'receipt', attrs: { to: jid(CONTACT) } })
    await expect(words).rejects.toThrow('its id')
  })
})

describe('a message that a device could not read', () => {
  const again = (count: string | undefined, more: BinaryNode[] = [], attrs = {}) =>
    parts.words.receive(
      device,
      receipt({ type: 'retry', ...attrs }, [
        { tag: 'retry', attrs: count === undefined ? {} : { count } },
        ...more,
      ]),
    )
  beforeEach(() => {
    const content = Buffer.from(proto.Message.encode({ conversation: 'Hello' }).finish())
    here.core.messages.add(sentText('A', { direction: 'from-contact', content }))
    here.core.companions.addPrekeys(device, prekeys(1, 2, 3, 4, 5, 6, 7, 8))
  })
  const waiting = () => queued(here.core, device).filter((post) => post.class === 'message')

  it.each([
    ['1', 'again'],
    ['4', 'again'],
    ['5', ''],
    [undefined, 'again'],
  ])('is sealed anew at its try %s', async (count, kind) => {
    await again(count)
    expect(waiting()).toMatchObject([{ id: 'A', peer: CONTACT, kind }])
  })

  it.each(['6', '1e9', 'NaN', 'many', 'Infinity'])(
    'is let be at its try %s, and costs no key',
    async (count) => {
      await again(count)
      expect(waiting()).toEqual([])
      expect(here.core.companions.countPrekeys(device)).toBe(8)
    },
  )

  it('waits once, however often it is requested', async () => {
    for (const count of ['1', '2', '3']) await again(count)
    expect(waiting()).toHaveLength(1)
  })

  it('and that nobody sent, or to who is not linked any more, is not sealed', async () => {
    await again('1', [], { id: 'Z' })
    await again('1', [], { to: jid(OTHER) })
    here.core.companions.remove(device)
    await again('1')
    expect(waiting()).toEqual([])
  })

  it.each<[string, BinaryNode[]]>([
    ['nothing in them', []],
    ['a short identity', [{ tag: 'identity', attrs: {}, content: Buffer.alloc(31) }]],
    ['no signed key', [{ tag: 'identity', attrs: {}, content: Buffer.alloc(32, 9) }]],
  ])('with keys that have %s breaks the protocol', async (_what, content) => {
    const registration = { tag: 'registration', attrs: {}, content: Buffer.from([0, 0, 0, 1]) }
    const asked = again('2', [registration, { tag: 'keys', attrs: {}, content }])
    await expect(asked).rejects.toThrow(/missing or has a wrong length/)
    expect(waiting()).toEqual([])
  })
})

describe('a message that a contact cannot decrypt', () => {
  const unread = { chat, id: 'A', attrs: { from: jid(CONTACT) } }
  const asked = () => queued(here.core, device).filter(({ kind }) => kind === 'retry').length

  it('is requested five times in total, also over a restart, and from the start after a success', () => {
    for (let time = 0; time < 3; time++) requestRetry(here.core, device, unread)
    here.reopen()
    for (let time = 0; time < 4; time++) requestRetry(here.core, device, unread)
    expect(asked()).toBe(5)
    requestRetry(here.core, device, { ...unread, id: 'B' })
    expect(asked()).toBe(6)
    forgetAttempts(here.core, chat, 'A')
    requestRetry(here.core, device, unread)
    expect(asked()).toBe(7)
  })
})

describe('receipts of contacts', () => {
  const plan = (id: string, dueAt: number, more = {}) =>
    here.core.messages.add(sentText(id, { dueAt: here.clock.now() + dueAt, ...more }))
  const receiptsOf = () => queued(here.core, device).map(({ id, kind }) => `${id} ${kind}`)

  it('are sent when due, delivered before read, each once', () => {
    plan('A', 300)
    parts.receipts.start()
    here.clock.advance(299)
    expect(told).toEqual([])
    here.clock.advance(1)
    expect(told).toEqual(['A delivered'])
    here.clock.advance(599)
    expect(told).toEqual(['A delivered'])
    here.clock.advance(1)
    expect(told).toEqual(['A delivered', 'A read'])
    expect(receiptsOf()).toEqual(['A ', 'A read'])
    expect(here.clock.nextTimer()).toBeNull()
  })

  it('that were due during a downtime are sent at the start, in order', () => {
    plan('late', 200)
    plan('early', 100)
    here.clock.advance(10_000)
    here.reopen()
    parts = makeParts()
    here.core.events.on('status', ({ id, status }) => told.push(`${id} ${status}`))
    parts.receipts.start()
    here.clock.advance(0)
    expect(told.slice(0, 2)).toEqual(['early delivered', 'late delivered'])
    here.clock.advance(1000)
    expect(told).toHaveLength(4)
  })

  it('are not sent once it is stopped', () => {
    plan('A', 300)
    parts.receipts.start()
    parts.receipts.stop()
    parts.receipts.wake()
    here.clock.advance(10_000)
    expect(told).toEqual([])
    expect(statusOf('A')).toBeUndefined()
  })

  it('are delivered only from a contact that does not read', () => {
    here.core.directory.update(PHONE, CONTACT, { reads: 0 })
    plan('A', 300)
    parts.receipts.start()
    here.clock.advance(10_000)
    expect(told).toEqual(['A delivered'])
  })

  it('reach every linked device, if there is any', () => {
    const second = linkedDevice(here.core, 2)
    plan('A', 0)
    parts.receipts.start()
    here.clock.advance(0)
    expect([device, second].map((one) => queued(here.core, one).length)).toEqual([1, 1])
    for (const one of [device, second]) here.core.companions.remove(one)
    here.clock.advance(1000)
    expect(told).toEqual(['A delivered', 'A read'])
  })

  it('are repeated as far as they went, and no further', () => {
    const [sent, delivered, read] = (['sent', 'delivered', 'read'] as const).map((status) =>
      here.core.messages.add(sentText(status, { status })),
    )
    for (const message of [sent, delivered, read]) if (message) parts.receipts.repeat(message)
    expect(receiptsOf()).toEqual(['delivered ', 'read ', 'read read'])
    expect(told).toEqual([])
  })
})

describe('presence', () => {
  const state = (to: string, ...content: BinaryNode[]): BinaryNode => ({
    tag: 'chatstate',
    attrs: { to },
    content,
  })
  const doing = (tag: string, attrs = {}): BinaryNode => ({ tag, attrs })

  it.each<[string, BinaryNode, string[]]>([
    ['typing', state(jid(CONTACT), doing('composing')), [`${CONTACT} composing`]],
    [
      'recording',
      state(jid(CONTACT), doing('composing', { media: 'audio' })),
      [`${CONTACT} recording`],
    ],
    ['something new', state(jid(CONTACT), doing('singing')), []],
    ['nothing', state(jid(CONTACT)), []],
    ['towards nobody', state('100000000000000@lid', doing('composing')), []],
    ['towards who is not registered', state(jid('60123450000'), doing('composing')), []],
    ['towards a group that is not there', state('1@g.us', doing('composing')), []],
  ])('%s is shown as it is, or not at all', (_what, node, shown) => {
    parts.presence.receiveChatState(device, node)
    expect(told).toEqual(shown)
  })

  it('is sent to subscribers only', () => {
    const line = Object.assign(heardConnection(), { device })
    const ask = (attrs: Record<string, string>) =>
      parts.presence.receivePresence(line, { tag: 'presence', attrs })
    ask({ type: 'available' })
    ask({ type: 'subscribe', to: jid('60123450000') })
    ask({ type: 'subscribe', to: 'nonsense' })
    expect(line.heard).toEqual([])
    expect(() => ask({ type: 'subscribe' })).toThrow('its to')
    ask({ type: 'subscribe', to: jid(CONTACT) })
    expect(line.heard).toMatchObject([{ tag: 'presence', attrs: { from: jid(CONTACT) } }])
  })

  it('without listeners is dropped, which is not a fault', () => {
    for (const shown of ['composing', 'recording', 'available', 'unavailable'] as const) {
      parts.presence.show(chat, shown)
    }
    expect(here.faults).toEqual([])
  })
})

const enc = (type: string, content?: Buffer): BinaryNode =>
  content ? { tag: 'enc', attrs: { type, v: '2' }, content } : { tag: 'enc', attrs: { type } }
const to = (address: string, ...content: BinaryNode[]): BinaryNode => ({
  tag: 'to',
  attrs: { jid: address },
  content,
})

describe('the ciphertext of a message', () => {
  const message = (...content: BinaryNode[]): BinaryNode => ({
    tag: 'message',
    attrs: { to: jid(CONTACT) },
    content,
  })
  const body = Buffer.from('sealed')

  it.each<[string, BinaryNode]>([
    ['no part', message()],
    ['an empty part', message(enc('msg'))],
    ['another kind', message(enc('frskmsg', body))],
    ['one for a group', message(enc('skmsg', body))],
  ])('is none with %s', (_what, node) => {
    expect(ciphertextIn(node)).toBeUndefined()
    expect(ciphertextFor(node, here.core.directory, CONTACT)).toBeUndefined()
  })

  it('is found for the addressed phone only', () => {
    const { directory } = here.core
    const own = { type: 'msg', body }
    expect(ciphertextFor(message(enc('msg', body)), directory, CONTACT)).toEqual(own)
    expect(ciphertextFor(message(enc('msg', body)), directory, OTHER)).toBeUndefined()
    const among = (...people: BinaryNode[]) =>
      ciphertextFor(
        message({ tag: 'participants', attrs: {}, content: people }),
        directory,
        CONTACT,
      )
    expect(among(to(jid(OTHER), enc('msg', body)))).toBeUndefined()
    expect(among(to(`${CONTACT}:2@s.whatsapp.net`, enc('msg', body)))).toBeUndefined()
    expect(among(to(jid(OTHER)), to(jid(CONTACT), enc('msg', body)))).toEqual(own)
    expect(among(to(jid(CONTACT)), to(jid(CONTACT), enc('msg', body)))).toBeUndefined()
    expect(among({ tag: 'to', attrs: {} })).toBeUndefined()
  })

  it('for a group is found next to the keys of its members', () => {
    const keys = { tag: 'participants', attrs: {}, content: [to(jid(CONTACT), enc('pkmsg', body))] }
    expect(groupCiphertext(message(keys, enc('skmsg', body)))).toEqual(body)
    expect(groupCiphertext(message(keys, enc('msg', body)))).toBeUndefined()
    expect(groupCiphertext(message(keys, enc('skmsg')))).toBeUndefined()
  })
})

describe('an encrypted message', () => {
  /** Between two phones, each of which the network holds the keys of. */
  async function sealed(text: string) {
    const { core } = here
    const account = core.directory.keys(CONTACT)
    const prekey = core.directory.issuePrekey(CONTACT)
    const sender = openSession(core.store, core.directory.keys(PHONE), {
      phone: CONTACT,
      device: 1,
    })
    await sender.start({
      registrationId: account.registrationId,
      identity: account.identity.public,
      signed: { id: 1, public: account.signed.public, signature: account.signed.signature },
      prekey,
    })
    return sender.encrypt(encodeWAMessage({ conversation: text }))
  }

  it('is decrypted by its receiver', async () => {
    const opened = await decryptMessage(here.core, CONTACT, device, await sealed('Hello'))
    expect(opened?.content.conversation).toBe('Hello')
  })

  it.each<[string, (body: Buffer) => Buffer]>([
    // The ids of keys follow the sealed part, in four to six bytes.
    ['one bit of its MAC changed', (body) => flipped(body, body.length - 12)],
    ['one bit of its text changed', (body) => flipped(body, body.length - 25)],
    ['its end cut off', (body) => body.subarray(0, -8)],
    ['its beginning cut off', (body) => body.subarray(8)],
    ['another version', (body) => Buffer.concat([Buffer.from([0x11]), body.subarray(1)])],
    ['nothing in it', () => Buffer.alloc(0)],
    ['anything in it', () => randomBytes(200)],
  ])('with %s is not opened, and costs no key', async (_what, change) => {
    const whole = await sealed('Hello')
    const kept = () => here.core.store.all('SELECT key_id FROM account_prekey')
    const before = kept()
    const broken = await decryptMessage(here.core, CONTACT, device, {
      ...whole,
      body: change(whole.body),
    })
    expect(broken).toBeUndefined()
    expect(kept()).toEqual(before)
    // What was not broken still opens.
    expect(await decryptMessage(here.core, CONTACT, device, whole)).toBeDefined()
  })

  it('is not decrypted by others, nor as another or no type', async () => {
    const whole = await sealed('Hello')
    here.core.directory.issuePrekey(OTHER)
    expect(await decryptMessage(here.core, OTHER, device, whole)).toBeUndefined()
    expect(
      await decryptMessage(here.core, CONTACT, device, { ...whole, type: 'msg' }),
    ).toBeUndefined()
    expect(await decryptMessage(here.core, CONTACT, device, undefined)).toBeUndefined()
  })

  it('is decrypted once: its key is used up with its effects', async () => {
    const whole = await sealed('Hello')
    const first = await decryptMessage(here.core, CONTACT, device, whole)
    first?.step.save()
    expect(here.core.store.all('SELECT key_id FROM account_prekey')).toEqual([])
    expect(await decryptMessage(here.core, CONTACT, device, whole)).toBeUndefined()
  })

  it('for a device with a forged signed key is not encrypted', async () => {
    const { core } = here
    core.companions.addPrekeys(device, prekeys(1))
    const forged = {
      ...takeBundle(core, device),
      signed: { ...device.signed, signature: Buffer.alloc(0) },
    }
    const seal = encryptForDevice(core, CONTACT, device, { conversation: 'Hello' }, forged)
    await expect(seal).rejects.toThrow()
    expect(core.store.all('SELECT * FROM session')).toEqual([])
  })
})

function flipped(body: Buffer, at: number): Buffer {
  const changed = Buffer.from(body)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}
