import { describe, expect, it } from 'vitest'
import { copyAuth } from './testing/client.ts'
import { useGroupFixture } from './testing/group-fixture.ts'
import { nextEvent } from './testing/test-network.ts'

const here = useGroupFixture()

describe('sender keys', () => {
  it('survive a restart of the network, on both sides', async () => {
    const members = here.newMembers()
    const group = here.newGroup(members)
    const first = await here.world.network.sendToGroup(group.id, members[0], { text: 'Before' })
    await here.received(first.id)
    const [before, later] = [here.newId(), here.newId()]
    const read = here.allRead(before)
    await here.client.socket.sendMessage(group.id, { text: 'Before' }, { messageId: before })
    await read
    await here.client.end()
    await here.world.restart()
    const away = await here.world.network.sendToGroup(group.id, members[0], { text: 'While away' })
    here.client = here.world.connect(here.client.auth)
    await here.client.opened()
    expect((await here.received(away.id, here.client, 'append')).message?.conversation).toBe(
      'While away',
    )
    const after = here.allRead(later)
    await here.client.socket.sendMessage(group.id, { text: 'After' }, { messageId: later })
    await after
    expect(here.world.network.groups(here.phone.number)[0]).toMatchObject({
      group: { id: group.id, subject: 'Neighbours' },
      last: { text: 'After', copies: 1 },
    })
    expect(here.list(group).map(({ text }) => text)).toEqual([
      'Before',
      'Before',
      'While away',
      'After',
    ])
  })

  it('that a client has lost are requested again, and arrive with the message', async () => {
    const members = here.newMembers()
    const group = here.newGroup(members)
    const first = await here.world.network.sendToGroup(group.id, members[0], { text: 'First' })
    await here.received(first.id)
    for (const key of [...here.client.auth.data.keys()]) {
      if (key.startsWith('sender-key/')) here.client.auth.data.delete(key)
    }
    await here.client.end()
    here.client = here.world.connect(here.client.auth)
    await here.client.opened()
    const second = await here.world.network.sendToGroup(group.id, members[0], { text: 'Second' })
    expect((await here.received(second.id)).message?.conversation).toBe('Second')
    const third = await here.world.network.sendToGroup(group.id, members[0], { text: 'Third' })
    expect((await here.received(third.id)).message?.conversation).toBe('Third')
  })

  it('that ran ahead of a killed client: its copy is recognised, its next message requested again', async () => {
    const members = here.newMembers()
    const group = here.newGroup(members)
    const [one, two, next] = [here.newId(), here.newId(), here.newId()]
    const warm = here.allRead(one)
    await here.client.socket.sendMessage(group.id, { text: 'Warm' }, { messageId: one })
    await warm
    const saved = copyAuth(here.client.auth)
    const last = here.allRead(two)
    await here.client.socket.sendMessage(group.id, { text: 'Last' }, { messageId: two })
    await last

    here.client = here.world.connect(saved)
    await here.client.opened()
    const copy = nextEvent(here.world.network, 'message', ({ message }) => message.copies === 2)
    await here.client.socket.sendMessage(group.id, { text: 'Last' }, { messageId: two })
    await copy
    await here.client.socket.sendMessage(group.id, { text: 'Next' }, { messageId: next })
    await here.allHave(group, next)
    expect(here.list(group).map(({ text, copies }) => [text, copies])).toEqual([
      ['Warm', 1],
      ['Last', 2],
      ['Next', expect.any(Number)],
    ])
  })

  it('of a client that every member has lost: each asks, and each has the message once', async () => {
    const members = here.newMembers()
    const group = here.newGroup(members)
    const [before, id] = [here.newId(), here.newId()]
    const first = here.allRead(before)
    await here.client.socket.sendMessage(group.id, { text: 'First' }, { messageId: before })
    await first
    // A key that nobody has, although the client believes it was distributed.
    for (const key of [...here.client.auth.data.keys()]) {
      if (key.startsWith(`sender-key/${group.id}`)) here.client.auth.data.delete(key)
    }
    await here.client.end()
    here.client = here.world.connect(here.client.auth)
    await here.client.opened()
    await here.client.socket.sendMessage(group.id, { text: 'Second' }, { messageId: id })
    await here.allHave(group, id)
    expect(here.list(group).map(({ text }) => text)).toEqual(['First', 'Second'])
  })
})
