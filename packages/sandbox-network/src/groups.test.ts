import type { WAMessage } from 'baileys'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyAuth, type TestClient } from './testing/client.ts'
import { PNG } from './testing/picture.ts'
import { silenceLibsignal } from './testing/quiet.ts'
import { createWorld, nextEvent, type World } from './testing/world.ts'
import type { Addressing, Group, Phone } from './types.ts'

silenceLibsignal()
let world: World
let phone: Phone
let client: TestClient
let number = 60_140_000_001
let message = 1

beforeAll(async () => {
  world = await createWorld()
  ;({ phone, client } = await world.link())
})
afterAll(async () => {
  await world.end()
  expect(world.faults).toEqual([])
})

const newMembers = () => [String(number++), String(number++), String(number++)] as const
const newId = () => `3EB0EE${String(message++).padStart(6, '0')}`
const newGroup = (members: readonly string[], addressing?: Addressing) =>
  world.network.createGroup({
    owner: phone.number,
    subject: 'Neighbours',
    members,
    ...(addressing && { addressing }),
  })

const received = (id: string, by = client, type?: 'notify' | 'append') =>
  by.until<WAMessage>((event) => {
    const upsert = event['messages.upsert']
    if (type && upsert?.type !== type) return undefined
    return upsert?.messages.find(({ key, message }) => key.id === id && message)
  })

const list = (group: Group) => world.network.messages(phone.number, group.id)
const inStep = (id: string) =>
  nextEvent(world.network, 'status', (event) => event.id === id && event.status === 'read')
/** Every member's phone has it, be it after asking again. */
const allHave = (group: Group, id: string) =>
  vi.waitFor(() => {
    expect(list(group).find((message) => message.id === id)?.receipts).toHaveLength(3)
  }, 10_000)
const everyone = (members: readonly string[], copies = 1) =>
  expect.arrayContaining(members.map((member) => expect.objectContaining({ member, copies })))

describe.each(['lid', 'pn'] as const)('a group addressed by %s', (addressing) => {
  let members: readonly [string, string, string]
  let group: Group
  beforeEach(() => {
    members = newMembers()
    group = newGroup(members, addressing)
  })
  const jids = (number: string) => {
    const { lid } = world.network.contact(number)
    const both = [`${lid}@lid`, `${number}@s.whatsapp.net`]
    return addressing === 'lid' ? both : both.reverse()
  }

  it('is told to the client, who finds its members', async () => {
    const told = await client.until((event) =>
      event['groups.upsert']?.find(({ id }) => id === group.id),
    )
    expect(told).toMatchObject({ subject: 'Neighbours', addressingMode: addressing })
    const found = await client.socket.groupMetadata(group.id)
    expect(found).toMatchObject({
      id: group.id,
      subject: 'Neighbours',
      addressingMode: addressing,
      size: 4,
    })
    expect(new Set(found.participants.map(({ id }) => id))).toEqual(
      new Set([phone.number, ...members].map((number) => jids(number)[0])),
    )
    expect(found.participants.find(({ admin }) => admin)?.id).toBe(jids(phone.number)[0])
    const all = await client.socket.groupFetchAllParticipating()
    expect(all[group.id]?.subject).toBe('Neighbours')
  })

  it('brings what a contact writes, with both of its addresses and its name', async () => {
    const [first, second] = members
    const one = await world.network.sendToGroup(group.id, first, { text: 'Hi all' })
    const message = await received(one.id, client, 'notify')
    expect(message).toMatchObject({
      pushName: world.network.contact(first).name,
      message: { conversation: 'Hi all' },
      key: { remoteJid: group.id, fromMe: false },
    })
    const [participant, participantAlt] = jids(first)
    expect(message.key).toMatchObject({ participant, participantAlt })
    const again = await world.network.sendToGroup(group.id, first, { text: 'Once more' })
    const other = await world.network.sendToGroup(group.id, second, { text: 'Hello' })
    expect((await received(again.id)).message?.conversation).toBe('Once more')
    expect((await received(other.id)).key.participant).toBe(jids(second)[0])
    expect(list(group).map(({ text, author, direction }) => [text, author, direction])).toEqual([
      ['Hi all', first, 'from-contact'],
      ['Once more', first, 'from-contact'],
      ['Hello', second, 'from-contact'],
    ])
  })

  it('takes what the client writes to every member once, and each says so', async () => {
    const { id: heard } = await world.network.sendToGroup(group.id, members[0], { text: 'Hi' })
    await received(heard)
    const ids = [newId(), newId()]
    for (const [at, text] of ['One', 'Two'].entries()) {
      const id = ids[at] ?? ''
      const read = inStep(id)
      await client.socket.sendMessage(group.id, { text }, { messageId: id })
      await read
    }
    const [, one, two] = list(group)
    for (const message of [one, two]) {
      expect(message).toMatchObject({ copies: 1, author: phone.number, status: 'read' })
      expect(message?.receipts).toEqual(everyone(members))
    }
    expect([one?.text, two?.text]).toEqual(['One', 'Two'])
    for (const jid of members.map((member) => jids(member)[0])) {
      await client.until((event) =>
        event['message-receipt.update']?.find(
          ({ key, receipt }) =>
            key.id === ids[1] && receipt.userJid === jid && receipt.readTimestamp,
        ),
      )
    }
  })

  it('takes a message whose id has come before as a copy', async () => {
    const id = newId()
    const read = inStep(id)
    await client.socket.sendMessage(group.id, { text: 'Once' }, { messageId: id })
    await read
    const before = world.network.duplicates()
    const again = nextEvent(world.network, 'message', ({ message }) => message.copies === 2)
    await client.socket.sendMessage(group.id, { text: 'Twice' }, { messageId: id })
    expect((await again).message.receipts).toEqual(everyone(members, 2))
    expect(list(group)).toMatchObject([{ text: 'Once', copies: 2 }])
    expect(world.network.duplicates()).toBe(before + 1)
  })
})

describe('keys', () => {
  it('survive a restart of the network, on both sides', async () => {
    const members = newMembers()
    const group = newGroup(members)
    const first = await world.network.sendToGroup(group.id, members[0], { text: 'Before' })
    await received(first.id)
    const [before, later] = [newId(), newId()]
    const read = inStep(before)
    await client.socket.sendMessage(group.id, { text: 'Before' }, { messageId: before })
    await read
    await client.end()
    await world.restart()
    const away = await world.network.sendToGroup(group.id, members[0], { text: 'While away' })
    client = world.connect(client.auth)
    await client.opened()
    expect((await received(away.id, client, 'append')).message?.conversation).toBe('While away')
    const after = inStep(later)
    await client.socket.sendMessage(group.id, { text: 'After' }, { messageId: later })
    await after
    expect(world.network.groups(phone.number)[0]).toMatchObject({
      group: { id: group.id, subject: 'Neighbours' },
      last: { text: 'After', copies: 1 },
    })
    expect(list(group).map(({ text }) => text)).toEqual(['Before', 'Before', 'While away', 'After'])
  })

  it('that a client has lost are asked for again, and the message comes with them', async () => {
    const members = newMembers()
    const group = newGroup(members)
    const first = await world.network.sendToGroup(group.id, members[0], { text: 'First' })
    await received(first.id)
    for (const key of [...client.auth.data.keys()]) {
      if (key.startsWith('sender-key/')) client.auth.data.delete(key)
    }
    await client.end()
    client = world.connect(client.auth)
    await client.opened()
    const second = await world.network.sendToGroup(group.id, members[0], { text: 'Second' })
    expect((await received(second.id)).message?.conversation).toBe('Second')
    const third = await world.network.sendToGroup(group.id, members[0], { text: 'Third' })
    expect((await received(third.id)).message?.conversation).toBe('Third')
  })

  it('that ran ahead of a killed client: its copy is known, its next message asked for again', async () => {
    const members = newMembers()
    const group = newGroup(members)
    const [one, two, next] = [newId(), newId(), newId()]
    const warm = inStep(one)
    await client.socket.sendMessage(group.id, { text: 'Warm' }, { messageId: one })
    await warm
    const saved = copyAuth(client.auth)
    const last = inStep(two)
    await client.socket.sendMessage(group.id, { text: 'Last' }, { messageId: two })
    await last

    client = world.connect(saved)
    await client.opened()
    const copy = nextEvent(world.network, 'message', ({ message }) => message.copies === 2)
    await client.socket.sendMessage(group.id, { text: 'Last' }, { messageId: two })
    await copy
    await client.socket.sendMessage(group.id, { text: 'Next' }, { messageId: next })
    await allHave(group, next)
    expect(list(group).map(({ text, copies }) => [text, copies])).toEqual([
      ['Warm', 1],
      ['Last', 2],
      ['Next', expect.any(Number)],
    ])
  })

  it('of a client that every member has lost: each asks, and each has the message once', async () => {
    const members = newMembers()
    const group = newGroup(members)
    const [before, id] = [newId(), newId()]
    const first = inStep(before)
    await client.socket.sendMessage(group.id, { text: 'First' }, { messageId: before })
    await first
    // A key that nobody was given, which the client believes everybody has.
    for (const key of [...client.auth.data.keys()]) {
      if (key.startsWith(`sender-key/${group.id}`)) client.auth.data.delete(key)
    }
    await client.end()
    client = world.connect(client.auth)
    await client.opened()
    await client.socket.sendMessage(group.id, { text: 'Second' }, { messageId: id })
    await allHave(group, id)
    expect(list(group).map(({ text }) => text)).toEqual(['First', 'Second'])
  })
})

describe('in a group', () => {
  it('the owner of the phone writes too, and the client knows it for its own', async () => {
    const members = newMembers()
    const group = newGroup(members)
    const sent = await world.network.sendToGroup(group.id, phone.number, { text: 'From my phone' })
    expect(sent).toMatchObject({ direction: 'to-contact', author: phone.number })
    expect((await received(sent.id)).key).toMatchObject({ fromMe: true, remoteJid: group.id })
    await vi.waitFor(() => expect(list(group)[0]?.status).toBe('read'))
  })

  it('pictures come, receipts go to their author, and reading clears the unread', async () => {
    const members = newMembers()
    const group = newGroup(members)
    const picture = { image: PNG, mime: 'image/png', caption: 'Look' }
    const { id } = await world.network.sendToGroup(group.id, members[1], picture)
    const message = await received(id)
    expect(message.message?.imageMessage?.caption).toBe('Look')
    const unread = () =>
      world.network.groups(phone.number).find((chat) => chat.group.id === group.id)
    expect(unread()).toMatchObject({ unread: 1, last: { kind: 'image' } })
    const read = nextEvent(
      world.network,
      'status',
      (event) => event.id === id && event.status === 'read',
    )
    await client.socket.readMessages([message.key])
    await read
    expect(unread()).toMatchObject({ unread: 0 })
  })

  it('an offline member holds back its receipt, and with it the status', async () => {
    const members = newMembers()
    const group = newGroup(members)
    world.network.setContactOffline(members[2], true)
    const id = newId()
    await client.socket.sendMessage(group.id, { text: 'Anybody?' }, { messageId: id })
    await vi.waitFor(() =>
      expect(list(group)[0]?.receipts?.filter(({ status }) => status === 'read')).toHaveLength(2),
    )
    expect(list(group)[0]?.status).toBe('sent')
    const read = inStep(id)
    world.network.setContactOffline(members[2], false)
    await read
  })

  it('typing shows to the network', async () => {
    const group = newGroup(newMembers())
    const shown = nextEvent(world.network, 'presence', ({ contact }) => contact === group.id)
    await client.socket.sendPresenceUpdate('composing', group.id)
    expect(await shown).toMatchObject({ phone: phone.number, state: 'composing' })
  })

  it('a second device gets what the first writes, and what contacts write', async () => {
    const members = newMembers()
    const group = newGroup(members)
    const linking = world.connect()
    await world.network.scan(await linking.qr(), phone.number)
    await linking.closed()
    const second = world.connect(linking.auth)
    await second.opened()
    const { id } = await world.network.sendToGroup(group.id, members[0], { text: 'To both' })
    await received(id, second)
    await received(id)
    const sent = await client.socket.sendMessage(group.id, { text: 'From the first' })
    const copy = await received(sent?.key.id ?? '', second)
    expect(copy).toMatchObject({
      key: { fromMe: true, remoteJid: group.id },
      message: { extendedTextMessage: { text: 'From the first' } },
    })
  })

  it('another phone in it gets what contacts write', async () => {
    const other = await world.link()
    const [contact] = newMembers()
    const group = newGroup([contact, other.phone.number])
    const { id } = await world.network.sendToGroup(group.id, contact, { text: 'To all phones' })
    await received(id)
    await received(id, other.client)
    expect(world.network.messages(other.phone.number, group.id)).toMatchObject([
      { text: 'To all phones', author: contact },
    ])
  })
})

describe('what is refused', () => {
  it.each([
    ['a group without a name', { subject: ' ', members: ['60123456789'] }, 'group_invalid'],
    ['a group of one', { subject: 'Alone', members: [] }, 'group_invalid'],
    ['a member that is no number', { subject: 'X', members: ['abc'] }, 'number_invalid'],
    ['a member nobody has', { subject: 'X', members: ['60123450000'] }, 'number_unregistered'],
    [
      'an owner that is no phone',
      { subject: 'X', members: [], owner: '60123456789' },
      'phone_unknown',
    ],
  ])('%s', (_what, wanted, code) => {
    const make = () => world.network.createGroup({ owner: phone.number, ...wanted })
    expect(make).toThrow(expect.objectContaining({ code }))
  })

  it('somebody else’s phone in it, before and after', () => {
    const foreign = world.network.createPhone({ owner: 'somebody else', name: 'Ben' })
    const taken = expect.objectContaining({ code: 'number_taken' })
    expect(() => newGroup([foreign.number])).toThrow(taken)
    const [contact] = newMembers()
    newGroup([contact])
    const makePhone = (owner: string) => () =>
      world.network.createPhone({ owner, name: 'Ben', number: contact })
    expect(makePhone('somebody else')).toThrow(taken)
    expect(makePhone(phone.owner)).not.toThrow()
  })

  it('a writer who is not in the group, or a group that is not there', async () => {
    const group = newGroup(newMembers())
    const outsider = world.network.sendToGroup(group.id, '60123456789', { text: 'Hi' })
    await expect(outsider).rejects.toMatchObject({ code: 'not_a_member' })
    const nowhere = world.network.sendToGroup('1@g.us', '60123456789', { text: 'Hi' })
    await expect(nowhere).rejects.toMatchObject({ code: 'group_unknown' })
  })

  it('the client learns nothing of a group it is not in', async () => {
    const other = world.network.createPhone({ owner: 'o', name: 'Other' })
    const group = world.network.createGroup({
      owner: other.number,
      subject: 'Secret',
      members: newMembers(),
    })
    await expect(client.socket.groupMetadata(group.id)).rejects.toThrow('forbidden')
    await expect(client.socket.groupMetadata('120363000000000000@g.us')).rejects.toThrow(
      'item-not-found',
    )
    expect(await client.socket.groupFetchAllParticipating()).not.toHaveProperty(group.id)
  })
})
