import { downloadMediaMessage, type WAMessage } from 'baileys'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyAuth, type TestClient } from './testing/client.ts'
import { PNG } from './testing/picture.ts'
import { silenceLibsignal } from './testing/quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from './testing/test-network.ts'
import { WAIT_TIMEOUT_MS } from './testing/timeouts.ts'
import type { MessageStatus, Phone } from './types.ts'

silenceLibsignal()
let world: TestNetwork
let phone: Phone
let client: TestClient
let contact: string
let next = 60_130_000_001

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

const received = (id: string, by = client, type?: 'notify' | 'append') =>
  by.until<WAMessage>((event) => {
    const upsert = event['messages.upsert']
    if (type && upsert?.type !== type) return undefined
    return upsert?.messages.find(({ key, message }) => key.id === id && message)
  })

const reached = (id: string, status: MessageStatus) =>
  nextEvent(world.network, 'status', (event) => event.id === id && event.status === status)

describe('a message from a contact', () => {
  it('arrives at once, with the contact’s name and other address', async () => {
    world.network.setContactName(phone.number, contact, 'Farah')
    const { lid, name } = world.network.contact(phone.number, contact)
    const { id } = await world.network.sendAsContact(phone.number, contact, { text: 'Hi there' })
    const message = await received(id, client, 'notify')
    expect(message).toMatchObject({ pushName: name, message: { conversation: 'Hi there' } })
    expect(message.key).toMatchObject({
      remoteJid: jid(contact),
      remoteJidAlt: `${lid}@lid`,
      fromMe: false,
    })
  })

  it('comes from the LID when the chat is there', async () => {
    const { lid } = world.network.contact(phone.number, contact)
    const { id } = await world.network.sendAsContact(
      phone.number,
      contact,
      { text: 'Hi' },
      { addressing: 'lid' },
    )
    const { key } = await received(id)
    expect(key).toMatchObject({ remoteJid: `${lid}@lid`, remoteJidAlt: jid(contact) })
    const next = await world.network.sendAsContact(phone.number, contact, { text: 'Still here' })
    expect(next.addressing).toBe('lid')
  })

  it('brings a picture that the client downloads', async () => {
    const { id } = await world.network.sendAsContact(phone.number, contact, {
      image: PNG,
      mime: 'image/png',
      caption: 'Look',
    })
    const message = await received(id)
    expect(message.message?.imageMessage?.caption).toBe('Look')
    expect(await downloadMediaMessage(message, 'buffer', {})).toEqual(PNG)
  })

  it('may be anything the protocol knows, such as the answer to a button', async () => {
    const reply = {
      buttonsResponseMessage: { selectedButtonId: 'b1', selectedDisplayText: 'Yes', type: 1 },
    }
    const { id, kind, text } = await world.network.sendAsContact(phone.number, contact, {
      message: reply,
    })
    expect({ kind, text }).toEqual({ kind: 'reply', text: 'Yes' })
    expect((await received(id)).message?.buttonsResponseMessage?.selectedButtonId).toBe('b1')
  })

  it('is delivered when the client has it, and read when the client says so', async () => {
    const { id, status } = await world.network.sendAsContact(phone.number, contact, { text: 'Hi' })
    expect(status).toBe('sent')
    const message = await received(id)
    await vi.waitFor(() => {
      const [sent] = world.network.messages(phone.number, contact)
      expect(sent).toMatchObject({ status: 'delivered' })
    }, WAIT_TIMEOUT_MS)
    const read = reached(id, 'read')
    await client.socket.readMessages([message.key])
    await read
    expect(world.network.chats(phone.number)[0]).toMatchObject({ unread: 0 })
  })

  it('sent again with its id arrives again, and is counted', async () => {
    const { id } = await world.network.sendAsContact(phone.number, contact, { text: 'Hi' })
    const again = await world.network.sendAsContact(
      phone.number,
      contact,
      { text: 'Hi' },
      { messageId: id },
    )
    expect(again.copies).toBe(2)
    const copies = () =>
      client.past
        .flatMap((event) => event['messages.upsert']?.messages ?? [])
        .filter(({ key }) => key.id === id)
    await vi.waitFor(() => expect(copies()).toHaveLength(2), WAIT_TIMEOUT_MS)
  })

  it('arrives although a listener of the network throws', async () => {
    const broken = () => {
      throw new Error('listener')
    }
    world.network.events.on('message', broken)
    const { id } = await world.network.sendAsContact(phone.number, contact, { text: 'Hi' })
    await received(id)
    world.network.events.off('message', broken)
    expect(world.faults.splice(0)).toMatchObject([{ message: 'listener' }])
  })

  it('cannot come from a number that is not registered', async () => {
    const sent = world.network.sendAsContact(phone.number, '60123450000', { text: 'Hi' })
    await expect(sent).rejects.toMatchObject({ code: 'number_unregistered' })
  })

  it('is requested again by a client that lost its session, and encrypted again', async () => {
    const before = copyAuth(client.auth)
    const { id } = await world.network.sendAsContact(phone.number, contact, { text: 'First' })
    await received(id)
    await client.socket.sendMessage(jid(contact), {
      text: 'So that the contact has no prekey left',
    })
    await client.end()
    client = world.connect(before)
    await client.opened()
    const second = await world.network.sendAsContact(phone.number, contact, { text: 'Second' })
    expect((await received(second.id)).message?.conversation).toBe('Second')
  })
})

describe('a message that was requested again', () => {
  it('is not removed by the late refusal of the first one, and comes with the next connection', async () => {
    // Simulates a client that crashes before it handles anything more.
    client.socket.ws.removeAllListeners('CB:message')
    const { id } = await world.network.sendAsContact(phone.number, contact, { text: 'Again' })
    const [t, to] = [String(Math.floor(Date.now() / 1000)), jid(contact)]
    await client.socket.sendNode({
      tag: 'receipt',
      attrs: { id, type: 'retry', to },
      content: [{ tag: 'retry', attrs: { count: '1', id, t, v: '1' } }],
    })
    await client.socket.sendNode({ tag: 'ack', attrs: { class: 'message', id, to, error: '500' } })
    await client.end()
    client = world.connect(client.auth)
    await client.opened()
    expect((await received(id, client, 'append')).message?.conversation).toBe('Again')
  })

  it('until the device has failed too often: then its word on it is the last', async () => {
    client.socket.ws.removeAllListeners('CB:message')
    const { id } = await world.network.sendAsContact(phone.number, contact, { text: 'Again' })
    const [t, to] = [String(Math.floor(Date.now() / 1000)), jid(contact)]
    for (const count of ['4', '5']) {
      await client.socket.sendNode({
        tag: 'receipt',
        attrs: { id, type: 'retry', to },
        content: [{ tag: 'retry', attrs: { count, id, t, v: '1' } }],
      })
    }
    await client.socket.sendNode({ tag: 'ack', attrs: { class: 'message', id, to, error: '500' } })
    await client.end()
    client = world.connect(client.auth)
    await client.opened()
    const marker = await world.network.sendAsContact(phone.number, contact, { text: 'Marker' })
    await received(marker.id)
    const came = client.past.flatMap((event) => event['messages.upsert']?.messages ?? [])
    expect(came.map(({ key }) => key.id)).not.toContain(id)
  })
})

describe('while the client is away', () => {
  it('messages, receipts and pictures wait, also over a restart, and arrive as offline stanzas', async () => {
    const id = '3EB0CCCC0001'
    world.network.setContactOffline(phone.number, contact, true)
    const come = nextEvent(world.network, 'message', (event) => event.contact === contact)
    await client.socket.sendMessage(jid(contact), { text: 'Hello' }, { messageId: id })
    await come
    await client.end()
    const read = reached(id, 'read')
    world.network.setContactOffline(phone.number, contact, false)
    await read
    const first = await world.network.sendAsContact(phone.number, contact, {
      text: 'Are you there?',
    })
    await world.restart()
    const second = await world.network.sendAsContact(phone.number, contact, {
      image: PNG,
      mime: 'image/png',
    })

    client = world.connect(client.auth)
    await client.opened()
    expect((await received(first.id, client, 'append')).message?.conversation).toBe(
      'Are you there?',
    )
    const picture = await received(second.id, client, 'append')
    expect(await downloadMediaMessage(picture, 'buffer', {})).toEqual(PNG)
    await client.until((event) => event['messages.update']?.find(({ key }) => key.id === id))
    await client.until(
      (event) => event['connection.update']?.receivedPendingNotifications || undefined,
    )
  })

  it('acknowledged stanzas are not sent again', async () => {
    const { id } = await world.network.sendAsContact(phone.number, contact, { text: 'Once' })
    await received(id)
    await client.end()
    client = world.connect(client.auth)
    await client.opened()
    await client.until(
      (event) => event['connection.update']?.receivedPendingNotifications || undefined,
    )
    const marker = await world.network.sendAsContact(phone.number, contact, { text: 'Marker' })
    await received(marker.id)
    const came = client.past.flatMap((event) => event['messages.upsert']?.messages ?? [])
    expect(came.map(({ key }) => key.id)).not.toContain(id)
  })
})

describe('presence', () => {
  it.each([
    ['composing', 'composing'],
    ['recording', 'recording'],
    ['paused', 'available'],
    ['available', 'available'],
    ['unavailable', 'unavailable'],
  ] as const)('%s is shown as %s', async (state, shown) => {
    world.network.presenceAsContact(phone.number, contact, state)
    const presence = await client.until((event) => {
      const update = event['presence.update']
      return update?.id === jid(contact) ? update.presences[jid(contact)] : undefined
    })
    expect(presence.lastKnownPresence).toBe(shown)
  })

  it('is sent to a client that subscribes', async () => {
    world.network.setContactOffline(phone.number, contact, true)
    await client.socket.presenceSubscribe(jid(contact))
    const presence = await client.until((event) => {
      const update = event['presence.update']
      return update?.id === jid(contact) ? update.presences[jid(contact)] : undefined
    })
    expect(presence.lastKnownPresence).toBe('unavailable')
  })
})

describe('a second device of the phone', () => {
  it('gets what contacts write, and a copy of what the first sends', async () => {
    const first = world.connect()
    await world.network.scan(await first.qr(), phone.number)
    await first.closed()
    const second = world.connect(first.auth)
    await second.opened()
    const { id } = await world.network.sendAsContact(phone.number, contact, { text: 'To both' })
    await received(id, second)
    await received(id, client)
    const other = String(next++)
    const read = nextEvent(
      world.network,
      'status',
      (event) => event.contact === other && event.status === 'read',
    )
    const sent = await client.socket.sendMessage(jid(other), { text: 'From the first' })
    const copy = await received(sent?.key.id ?? '', second)
    expect(copy).toMatchObject({
      key: { fromMe: true, remoteJid: jid(other) },
      message: { extendedTextMessage: { text: 'From the first' } },
    })
    await read
  })
})
