import { beforeEach, describe, expect, it } from 'vitest'
import { useGroupFixture } from './testing/group-fixture.ts'
import { nextEvent } from './testing/test-network.ts'
import type { Group } from './types.ts'

const here = useGroupFixture()

const everyone = (members: readonly string[], copies = 1) =>
  expect.arrayContaining(members.map((member) => expect.objectContaining({ member, copies })))

describe.each(['lid', 'pn'] as const)('a group addressed by %s', (addressing) => {
  let members: readonly [string, string, string]
  let group: Group
  beforeEach(() => {
    members = here.newMembers()
    group = here.newGroup(members, addressing)
  })
  const jids = (number: string) => {
    const { lid } = here.world.network.contact(here.phone.number, number)
    const both = [`${lid}@lid`, `${number}@s.whatsapp.net`]
    return addressing === 'lid' ? both : both.reverse()
  }

  it('is told to the client, who finds its members', async () => {
    const told = await here.client.until((event) =>
      event['groups.upsert']?.find(({ id }) => id === group.id),
    )
    expect(told).toMatchObject({ subject: 'Neighbours', addressingMode: addressing })
    const found = await here.client.socket.groupMetadata(group.id)
    expect(found).toMatchObject({
      id: group.id,
      subject: 'Neighbours',
      addressingMode: addressing,
      size: 4,
    })
    expect(new Set(found.participants.map(({ id }) => id))).toEqual(
      new Set([here.phone.number, ...members].map((number) => jids(number)[0])),
    )
    expect(found.participants.find(({ admin }) => admin)?.id).toBe(jids(here.phone.number)[0])
    const all = await here.client.socket.groupFetchAllParticipating()
    expect(all[group.id]?.subject).toBe('Neighbours')
  })

  it('brings what a contact writes, with both of its addresses and its name', async () => {
    const [first, second] = members
    here.world.network.setContactName(here.phone.number, first, 'Farah')
    const one = await here.world.network.sendToGroup(group.id, first, { text: 'Hi all' })
    const message = await here.received(one.id, here.client, 'notify')
    expect(message).toMatchObject({
      pushName: 'Farah',
      message: { conversation: 'Hi all' },
      key: { remoteJid: group.id, fromMe: false },
    })
    const [participant, participantAlt] = jids(first)
    expect(message.key).toMatchObject({ participant, participantAlt })
    const again = await here.world.network.sendToGroup(group.id, first, { text: 'Once more' })
    const other = await here.world.network.sendToGroup(group.id, second, { text: 'Hello' })
    expect((await here.received(again.id)).message?.conversation).toBe('Once more')
    expect((await here.received(other.id)).key.participant).toBe(jids(second)[0])
    expect(
      here.list(group).map(({ text, author, direction }) => [text, author, direction]),
    ).toEqual([
      ['Hi all', first, 'from-contact'],
      ['Once more', first, 'from-contact'],
      ['Hello', second, 'from-contact'],
    ])
  })

  it('delivers what the client writes to every member once, and each sends a receipt', async () => {
    const { id: heard } = await here.world.network.sendToGroup(group.id, members[0], { text: 'Hi' })
    await here.received(heard)
    const ids = [here.newId(), here.newId()]
    for (const [at, text] of ['One', 'Two'].entries()) {
      const id = ids[at] ?? ''
      const read = here.allRead(id)
      await here.client.socket.sendMessage(group.id, { text }, { messageId: id })
      await read
    }
    const [, one, two] = here.list(group)
    for (const message of [one, two]) {
      expect(message).toMatchObject({ copies: 1, author: here.phone.number, status: 'read' })
      expect(message?.receipts).toEqual(everyone(members))
    }
    expect([one?.text, two?.text]).toEqual(['One', 'Two'])
    for (const jid of members.map((member) => jids(member)[0])) {
      await here.client.until((event) =>
        event['message-receipt.update']?.find(
          ({ key, receipt }) =>
            key.id === ids[1] && receipt.userJid === jid && receipt.readTimestamp,
        ),
      )
    }
  })

  it('counts a message with a known id as a copy', async () => {
    const id = here.newId()
    const read = here.allRead(id)
    await here.client.socket.sendMessage(group.id, { text: 'Once' }, { messageId: id })
    await read
    const before = here.world.network.duplicates()
    const again = nextEvent(here.world.network, 'message', ({ message }) => message.copies === 2)
    await here.client.socket.sendMessage(group.id, { text: 'Twice' }, { messageId: id })
    expect((await again).message.receipts).toEqual(everyone(members, 2))
    expect(here.list(group)).toMatchObject([{ text: 'Once', copies: 2 }])
    expect(here.world.network.duplicates()).toBe(before + 1)
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
    const make = () => here.world.network.createGroup({ owner: here.phone.number, ...wanted })
    expect(make).toThrow(expect.objectContaining({ code }))
  })

  it('somebody else’s phone in it, before and after', () => {
    const foreign = here.world.network.createPhone({ owner: 'somebody else', name: 'Ben' })
    const taken = expect.objectContaining({ code: 'number_taken' })
    expect(() => here.newGroup([foreign.number])).toThrow(taken)
    const [contact] = here.newMembers()
    here.newGroup([contact])
    const makePhone = (owner: string) => () =>
      here.world.network.createPhone({ owner, name: 'Ben', number: contact })
    expect(makePhone('somebody else')).toThrow(taken)
    expect(makePhone(here.phone.owner)).not.toThrow()
  })

  it('a writer who is not in the group, or a group that is not there', async () => {
    const group = here.newGroup(here.newMembers())
    const outsider = here.world.network.sendToGroup(group.id, '60123456789', { text: 'Hi' })
    await expect(outsider).rejects.toMatchObject({ code: 'not_a_member' })
    const nowhere = here.world.network.sendToGroup('1@g.us', '60123456789', { text: 'Hi' })
    await expect(nowhere).rejects.toMatchObject({ code: 'group_unknown' })
  })

  it('the client learns nothing of a group it is not in', async () => {
    const other = here.world.network.createPhone({ owner: 'o', name: 'Other' })
    const group = here.world.network.createGroup({
      owner: other.number,
      subject: 'Secret',
      members: here.newMembers(),
    })
    await expect(here.client.socket.groupMetadata(group.id)).rejects.toThrow('forbidden')
    await expect(here.client.socket.groupMetadata('120363000000000000@g.us')).rejects.toThrow(
      'item-not-found',
    )
    expect(await here.client.socket.groupFetchAllParticipating()).not.toHaveProperty(group.id)
  })
})
