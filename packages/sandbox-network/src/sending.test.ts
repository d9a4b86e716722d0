import { type proto, WAMessageStatus } from 'baileys'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyAuth, type TestClient } from './testing/client.ts'
import { PNG } from './testing/picture.ts'
import { silenceLibsignal } from './testing/quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from './testing/test-network.ts'
import type { MessageStatus, Phone } from './types.ts'

silenceLibsignal()
let world: TestNetwork
let phone: Phone
let client: TestClient
let contact: string
let next = 60_120_000_001

beforeAll(async () => {
  world = await createTestNetwork()
  ;({ phone, client } = await world.link())
})
beforeEach(() => {
  contact = String(next++)
})
afterAll(async () => {
  await world.end()
  expect(world.faults).toEqual([])
})

const jid = (number: string) => `${number}@s.whatsapp.net`

const reached = (to: string, status: MessageStatus, id?: string) =>
  nextEvent(
    world.network,
    'status',
    (event) => event.contact === to && event.status === status && (!id || event.id === id),
  )

const arrived = (to: string, copies = 1) =>
  nextEvent(
    world.network,
    'message',
    (event) => event.contact === to && event.message.copies === copies,
  )

/** The statuses of a message, in the order in which the client reported them. */
const told = ({ past }: TestClient, id: string) =>
  past
    .flatMap((event) => event['messages.update'] ?? [])
    .filter(({ key }) => key.id === id)
    .map(({ update }) => update.status)

const statusOf = (id: string, status: proto.WebMessageInfo.Status) =>
  client.until((event) =>
    event['messages.update']?.find(({ key, update }) => key.id === id && update.status === status),
  )

/** The first status of a message after sending: an update, or part of the client's own message. */
const firstStatus = (id: string | null | undefined) =>
  client.until((event) => {
    const update = event['messages.update']?.find(({ key }) => key.id === id)?.update
    const own = event['messages.upsert']?.messages.find(({ key }) => key.id === id)
    return [update, own].find((each) => each?.status != null && each.status !== PENDING)
  })

const PENDING = WAMessageStatus.PENDING

const text = (to: string, body: string, messageId?: string) =>
  client.socket.sendMessage(jid(to), { text: body }, messageId ? { messageId } : {})

describe('looking up numbers', () => {
  it('finds those on the network', async () => {
    expect(await client.socket.onWhatsApp(contact)).toEqual([{ jid: jid(contact), exists: true }])
  })

  it('finds no numbers that end in 0000 or are set to unregistered', async () => {
    world.network.setUnregistered(phone.number, contact, true)
    expect(await client.socket.onWhatsApp('60123450000', contact)).toEqual([])
    world.network.setUnregistered(phone.number, '60123450000', false)
    world.network.setUnregistered(phone.number, contact, false)
    expect(await client.socket.onWhatsApp('60123450000', contact)).toHaveLength(2)
  })
})

describe('a message', () => {
  it('reaches three contacts as text and picture, and each reads it', async () => {
    const numbers = [contact, `${contact}1`, `${contact}2`]
    const read = numbers.map((number) => reached(number, 'read'))
    for (const number of numbers) {
      await client.socket.sendMessage(jid(number), { text: `Hello ${number}` })
      await client.socket.sendMessage(jid(number), {
        image: PNG,
        caption: 'A dot',
        mimetype: 'image/png',
      })
    }
    await Promise.all(read)
    for (const number of numbers) {
      const [first, second] = world.network.messages(phone.number, number)
      expect(first).toMatchObject({
        kind: 'text',
        text: `Hello ${number}`,
        copies: 1,
        direction: 'to-contact',
      })
      expect(second).toMatchObject({
        kind: 'image',
        text: 'A dot',
        media: { mime: 'image/png', intact: true },
      })
      expect(await second?.media?.read()).toEqual(PNG)
    }
  })

  it('is told to the client as sent, delivered and read, in this order', async () => {
    const sent = await text(contact, 'Hello')
    const id = sent?.key.id ?? ''
    await statusOf(id, WAMessageStatus.READ)
    const order = told(client, id).filter((status) => status !== WAMessageStatus.SERVER_ACK)
    expect(order).toEqual([WAMessageStatus.DELIVERY_ACK, WAMessageStatus.READ])
  })

  it('shows up as a document with its name', async () => {
    const come = arrived(contact)
    await client.socket.sendMessage(jid(contact), {
      document: Buffer.from('a,b'),
      mimetype: 'text/csv',
      fileName: 'list.csv',
      caption: 'The list',
    })
    const { message } = await come
    expect(message).toMatchObject({
      kind: 'document',
      text: 'The list',
      media: { fileName: 'list.csv', fileSize: 3 },
    })
  })

  it('reaches a contact by its LID, and its receipts come from there', async () => {
    const { lid } = world.network.contact(phone.number, contact)
    const come = arrived(contact)
    const sent = await client.socket.sendMessage(`${lid}@lid`, { text: 'Hello' })
    expect((await come).message).toMatchObject({ addressing: 'lid', text: 'Hello' })
    const update = await statusOf(sent?.key.id ?? '', WAMessageStatus.READ)
    expect(update.key.remoteJid).toBe(`${lid}@lid`)
  })

  it('to the own number is read at once', async () => {
    const come = arrived(phone.number)
    await client.socket.sendMessage(jid(phone.number), { text: 'Note to self' })
    expect((await come).message).toMatchObject({ text: 'Note to self', status: 'read' })
  })

  it('to an unregistered number is accepted, but never delivered', async () => {
    world.network.setUnregistered(phone.number, contact, true)
    const sent = await text(contact, 'Anybody?')
    expect(await firstStatus(sent?.key.id)).toMatchObject({ status: WAMessageStatus.SERVER_ACK })
    expect(world.network.messages(phone.number, contact)).toEqual([])
  })

  it('is refused with the code that was set', async () => {
    world.network.refuse(phone.number, contact, 463)
    const sent = await text(contact, 'Hello')
    expect(await firstStatus(sent?.key.id)).toMatchObject({
      status: WAMessageStatus.ERROR,
      messageStubParameters: ['463', 'Your account has been restricted'],
    })
    expect(world.network.messages(phone.number, contact)).toEqual([])
    world.network.refuse(phone.number, contact, undefined)
    const read = reached(contact, 'read')
    await text(contact, 'Again')
    await read
  })
})

describe('a phone that may write to nobody new', () => {
  it('writes to those it has a chat with, and to everybody once that is over', async () => {
    const stranger = '60123456766'
    const first = reached(contact, 'read')
    await text(contact, 'Hello')
    await first
    world.network.setWeather(phone.number, { kind: 'limited' })
    const refused = await text(stranger, 'Hello')
    expect(await firstStatus(refused?.key.id)).toMatchObject({
      status: WAMessageStatus.ERROR,
      messageStubParameters: ['463', 'Your account has been restricted'],
    })
    const known = reached(contact, 'read')
    await text(contact, 'Again')
    await known
    world.network.setWeather(phone.number, { kind: 'calm' })
    const later = reached(stranger, 'read')
    await text(stranger, 'Hello')
    await later
  })
})

describe('a contact', () => {
  it('who is offline gets its messages once it is back', async () => {
    world.network.setContactOffline(phone.number, contact, true)
    const come = arrived(contact)
    await text(contact, 'Hello')
    await come
    expect(world.network.messages(phone.number, contact)).toMatchObject([{ status: 'sent' }])
    const read = reached(contact, 'read')
    world.network.setContactOffline(phone.number, contact, false)
    await read
  })

  it('who does not read leaves messages delivered', async () => {
    world.network.setContactReads(phone.number, contact, false)
    const delivered = reached(contact, 'delivered')
    await text(contact, 'Hello')
    await delivered
    const read = reached(contact, 'read')
    expect(world.network.messages(phone.number, contact)).toMatchObject([{ status: 'delivered' }])
    world.network.setContactReads(phone.number, contact, true)
    await read
  })

  it('sees what the client is doing', async () => {
    const shown = nextEvent(world.network, 'presence', (event) => event.contact === contact)
    await client.socket.sendPresenceUpdate('composing', jid(contact))
    expect(await shown).toEqual({
      owner: 'owner',
      phone: phone.number,
      contact,
      state: 'composing',
    })
    const recording = nextEvent(world.network, 'presence', (event) => event.state === 'recording')
    await client.socket.sendPresenceUpdate('recording', jid(contact))
    await recording
  })
})

describe('a message id that comes twice', () => {
  it('is stored once, counted, and receipted again', async () => {
    const read = reached(contact, 'read')
    await text(contact, 'Once', '3EB0AAAA0001')
    await read
    const before = world.network.duplicates()
    const again = arrived(contact, 2)
    await text(contact, 'Twice', '3EB0AAAA0001')
    expect((await again).message).toMatchObject({ text: 'Once', copies: 2, status: 'read' })
    expect(world.network.messages(phone.number, contact)).toHaveLength(1)
    expect(world.network.duplicates()).toBe(before + 1)
  })

  it('is known even when its ratchet step was used before', async () => {
    await text(contact, 'Warm up')
    const saved = copyAuth(client.auth)
    const read = reached(contact, 'read', '3EB0BBBB0001')
    await text(contact, 'The last before a crash', '3EB0BBBB0001')
    await read

    const revived = world.connect(saved)
    await revived.opened()
    const again = arrived(contact, 2)
    await revived.socket.sendMessage(
      jid(contact),
      { text: 'The last before a crash' },
      { messageId: '3EB0BBBB0001' },
    )
    await again
    // A new id with a used step: the contact asks for the message again and gets it.
    const resent = arrived(contact)
    await revived.socket.sendMessage(
      jid(contact),
      { text: 'After the crash' },
      { messageId: '3EB0BBBB0002' },
    )
    expect((await resent).message).toMatchObject({ text: 'After the crash', copies: 1 })
    expect(world.network.messages(phone.number, contact).map(({ copies }) => copies)).toEqual([
      1, 2, 1,
    ])
    client = revived
  })
})

describe('stored messages', () => {
  it('pages through a chat and lists chats with what is unread', async () => {
    for (const body of ['one', 'two', 'three']) {
      const come = arrived(contact)
      await text(contact, body)
      await come
    }
    await world.network.sendAsContact(phone.number, contact, { text: 'four' })
    const all = world.network.messages(phone.number, contact)
    expect(all.map(({ text }) => text)).toEqual(['one', 'two', 'three', 'four'])
    const page = world.network.messages(phone.number, contact, {
      limit: 2,
      before: all[3]?.position ?? 0,
    })
    expect(page.map(({ text }) => text)).toEqual(['two', 'three'])
    const [chat] = world.network.chats(phone.number)
    expect(chat).toMatchObject({ contact: { number: contact }, last: { text: 'four' }, unread: 1 })
  })
})
