import { WAMessageStatus, type WASocket } from 'baileys'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestClient } from '../testing/client.ts'
import { silenceLibsignal } from '../testing/quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from '../testing/test-network.ts'
import type { Phone } from '../types.ts'
import type { Weather } from './weather.ts'

silenceLibsignal()
let world: TestNetwork
let phone: Phone
let client: TestClient
let socket: WASocket
let next = 60_160_000_001
let id = 1

beforeAll(async () => {
  world = await createTestNetwork()
  const linked = await world.link()
  ;({ phone } = linked)
  // As an application answers what a further device asks for again.
  client = world.connect(linked.client.auth, {
    getMessage: async () => ({ conversation: 'Hello' }),
  })
  await client.opened()
  ;({ socket } = client)
})
afterEach(() => world.network.setWeather(phone.number, { kind: 'calm' }))
afterAll(async () => {
  await world.end()
  expect(world.faults).toEqual([])
})

const stranger = () => String(next++)
const number = (contact: string) => `${contact}@s.whatsapp.net`
const lid = (contact: string) => `${world.network.contact(phone.number, contact).lid}@lid`
const weather = (set: Weather) => world.network.setWeather(phone.number, set)
const struck = () => world.network.weatherOf(phone.number).struck
const newId = () => `3EB0AA${String(id++).padStart(6, '0')}`

/** The code with which a text is refused, or undefined once the contact has it. */
async function write(to: string, messageId = newId()): Promise<string | undefined> {
  const arrived = nextEvent(world.network, 'message', ({ message }) => message.id === messageId)
  await socket.sendMessage(to, { text: 'Hello' }, { messageId })
  // Baileys may merge a refusal into the message itself.
  const refused = client.until((event) => {
    const told = [
      ...(event['messages.upsert']?.messages ?? []),
      ...(event['messages.update'] ?? []).map(({ key, update }) => ({ key, ...update })),
    ].find(({ key, status }) => key.id === messageId && status === WAMessageStatus.ERROR)
    return told?.messageStubParameters?.[0]
  })
  for (const late of [refused, arrived]) late.catch(() => {})
  return Promise.race([refused.then(String), arrived.then(() => undefined)])
}

/** What the client hears about a message after it was sent, in order. */
const heard = (messageId: string) => {
  const receipts: { from: string; type: string }[] = []
  socket.ws.on('CB:receipt', ({ attrs }: { attrs: Record<string, string> }) => {
    if (attrs.id === messageId && attrs.type !== 'sender') {
      receipts.push({ from: attrs.from ?? '', type: attrs.type ?? 'delivered' })
    }
  })
  return receipts
}

const read = (messageId: string) =>
  nextEvent(world.network, 'status', (event) => event.id === messageId && event.status === 'read')

describe('migrated accounts', () => {
  it('are answered 463 by their number and reached by their LID', async () => {
    weather({ kind: 'migrated' })
    const contact = stranger()
    expect(await write(number(contact))).toBe('463')
    expect(await write(lid(contact))).toBeUndefined()
    expect(struck()).toBe(1)
  })

  it('of others are no use to an account that has not moved: LIDs are answered 400', async () => {
    weather({ kind: 'migrated', own: false })
    const contact = stranger()
    expect(await write(lid(contact))).toBe('400')
    expect(await write(number(contact))).toBeUndefined()
  })

  it('are a share of all, the same ones each time, and write from their LIDs', async () => {
    weather({ kind: 'migrated', share: 0.5, seed: 7 })
    const contacts = Array.from({ length: 8 }, stranger)
    const outcomes: (string | undefined)[] = []
    for (const contact of contacts) outcomes.push(await write(number(contact)))
    expect(new Set(outcomes)).toEqual(new Set(['463', undefined]))
    for (const [at, contact] of contacts.entries()) {
      const sent = await world.network.sendAsContact(phone.number, contact, { text: 'Hi' })
      expect(sent.addressing).toBe(outcomes[at] ? 'lid' : 'pn')
    }
  })
})

describe('companions of a contact', () => {
  it('each get the message, and say their own receipts', async () => {
    weather({ kind: 'companions', devices: 2 })
    const [contact, messageId] = [stranger(), newId()]
    const receipts = heard(messageId)
    const done = read(messageId)
    await write(number(contact), messageId)
    await done
    await expect.poll(() => receipts.length).toBe(6)
    const of = (type: string) => receipts.filter((one) => one.type === type).map(({ from }) => from)
    const devices = [contact, `${contact}:1`, `${contact}:2`].map(number)
    expect(of('delivered')).toEqual(devices)
    expect(of('read')).toEqual(devices)
  })

  it('may ask for it again, which is no copy for the phone', async () => {
    weather({ kind: 'companions', devices: 1, asks: true })
    const [contact, messageId] = [stranger(), newId()]
    const resent = new Promise<string>((resolve) => {
      socket.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) => {
        if (attrs.id === messageId && attrs.from?.includes(':1@')) resolve(attrs.from)
      })
    })
    await write(number(contact), messageId)
    expect(await resent).toBe(number(`${contact}:1`))
    const [message] = world.network.messages(phone.number, contact)
    expect(message?.copies).toBe(1)
  })
})

describe('what a contact writes', () => {
  const received = (messageId: string) =>
    client.until((event) =>
      event['messages.upsert']?.messages.find(
        ({ key, message }) => key.id === messageId && message,
      ),
    )

  it('cannot be decrypted at first, and is sent again when it is asked for', async () => {
    weather({ kind: 'undecryptable' })
    const contact = stranger()
    const { id: messageId } = await world.network.sendAsContact(phone.number, contact, {
      text: 'Is it open',
    })
    expect((await received(messageId)).message).toMatchObject({ conversation: 'Is it open' })
    expect(struck()).toBe(1)
  })

  it('can never be decrypted, and does not stop what follows', async () => {
    const contact = stranger()
    weather({ kind: 'undecryptable', lasting: true })
    const lost = await world.network.sendAsContact(phone.number, contact, { text: 'Lost' })
    weather({ kind: 'calm' })
    const { id: messageId } = await world.network.sendAsContact(phone.number, stranger(), {
      text: 'Found',
    })
    await received(messageId)
    expect(
      client.past.some(({ 'messages.upsert': upsert }) =>
        upsert?.messages.some(({ key, message }) => key.id === lost.id && message),
      ),
    ).toBe(false)
  })
})

describe('receipts', () => {
  it('come late, twice and in another order', async () => {
    weather({ kind: 'receipts', delayMs: 200, repeat: 1, reorder: true })
    const [contact, messageId] = [stranger(), newId()]
    const receipts = heard(messageId)
    const before = Date.now()
    const done = read(messageId)
    await write(number(contact), messageId)
    await done
    expect(Date.now() - before).toBeGreaterThan(400)
    await expect.poll(() => receipts.length).toBe(4)
    expect(receipts.map(({ type }) => type)).toEqual(['read', 'delivered', 'read', 'delivered'])
  })

  it('are none until the contact has asked often enough', async () => {
    weather({ kind: 'receipts', retries: 2 })
    const [contact, messageId] = [stranger(), newId()]
    const receipts = heard(messageId)
    await write(number(contact), messageId)
    expect(receipts.map(({ type }) => type)).toEqual(['retry', 'retry'])
    const [message] = world.network.messages(phone.number, contact)
    expect(message).toMatchObject({ text: 'Hello', copies: 1 })
  })
})

describe('a group', () => {
  const newGroup = () =>
    world.network.createGroup({
      owner: phone.number,
      subject: 'Neighbours',
      members: [stranger(), stranger()],
    })

  it('is written into what cannot be decrypted at first', async () => {
    const group = newGroup()
    weather({ kind: 'undecryptable' })
    const author = group.members.find((member) => member.number !== phone.number)?.number ?? ''
    const sent = await world.network.sendToGroup(group.id, author, { text: 'Is it open' })
    const text = await client.until((event) => {
      const found = event['messages.upsert']?.messages.find(
        ({ key, message }) => key.id === sent.id && message?.conversation,
      )
      return found?.message?.conversation ?? undefined
    })
    expect(text).toBe('Is it open')
  })

  it('is asked for a message again by each member, and has it once', async () => {
    const group = newGroup()
    weather({ kind: 'receipts', retries: 1 })
    const messageId = newId()
    const receipts = heard(messageId)
    await socket.sendMessage(group.id, { text: 'Hello' }, { messageId })
    await expect
      .poll(() => world.network.messages(phone.number, group.id)[0]?.receipts)
      .toHaveLength(2)
    expect(receipts.filter(({ type }) => type === 'retry')).toHaveLength(2)
  })
})

describe('too many lookups', () => {
  it('are refused with 429 from the first one too many in a minute', async () => {
    const group = world.network.createGroup({
      owner: phone.number,
      subject: 'Neighbours',
      members: [stranger()],
    })
    weather({ kind: 'rate_overlimit' })
    await expect(socket.onWhatsApp(stranger())).rejects.toThrow('rate-overlimit')
    await expect(socket.groupMetadata(group.id)).rejects.toThrow('rate-overlimit')
    expect(struck()).toBeGreaterThanOrEqual(2)
    weather({ kind: 'rate_overlimit', perMinute: 1000 })
    expect(await socket.onWhatsApp(stranger())).toHaveLength(1)
  })

  it('may refuse messages, too', async () => {
    const contact = stranger()
    await write(number(contact))
    weather({ kind: 'rate_overlimit', perMinute: 1000, messages: true })
    expect(await write(number(contact))).toBe('429')
  })
})

describe('numbers that vary', () => {
  it.each([
    ['5548991234567', '554891234567'],
    ['551191234567', '5511991234567'],
    ['525512345678', '5215512345678'],
    ['541112345678', '5491112345678'],
    ['60123456789', '60123456789'],
  ])('%s is found as %s', async (written, account) => {
    weather({ kind: 'variants' })
    const [found] = (await socket.onWhatsApp(`+${written}`)) ?? []
    expect(found).toMatchObject({ jid: number(account), exists: true })
  })

  it('reach nobody as they are written', async () => {
    weather({ kind: 'variants' })
    const messageId = newId()
    await socket.sendMessage(number('525512345678'), { text: 'Hello' }, { messageId })
    expect(await write(number('5215512345678'))).toBeUndefined()
    expect(world.network.messages(phone.number, '525512345678')).toEqual([])
  })
})

describe('faults of the settings', () => {
  it.each(['error', 'garbage'] as const)('with %s do not end the connection', async (how) => {
    weather({ kind: 'app_state', how })
    await socket.resyncAppState(['regular'], false).catch(() => {})
    expect(struck()).toBeGreaterThan(0)
    expect(await socket.onWhatsApp(stranger())).toHaveLength(1)
  })
})
