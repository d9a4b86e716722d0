import { describe, expect, it, vi } from 'vitest'
import { useGroupFixture } from './testing/group-fixture.ts'
import { PNG } from './testing/picture.ts'
import { nextEvent } from './testing/test-network.ts'
import { WAIT_TIMEOUT_MS } from './testing/timeouts.ts'

const here = useGroupFixture()

describe('in a group', () => {
  it('the owner of the phone writes too, and the client recognises its own message', async () => {
    const members = here.newMembers()
    const group = here.newGroup(members)
    const sent = await here.world.network.sendToGroup(group.id, here.phone.number, {
      text: 'From my phone',
    })
    expect(sent).toMatchObject({ direction: 'to-contact', author: here.phone.number })
    expect((await here.received(sent.id)).key).toMatchObject({ fromMe: true, remoteJid: group.id })
    await vi.waitFor(() => expect(here.list(group)[0]?.status).toBe('read'), WAIT_TIMEOUT_MS)
  })

  it('pictures arrive, receipts go to the author, and reading resets the unread count', async () => {
    const members = here.newMembers()
    const group = here.newGroup(members)
    const picture = { image: PNG, mime: 'image/png', caption: 'Look' }
    const { id } = await here.world.network.sendToGroup(group.id, members[1], picture)
    const message = await here.received(id)
    expect(message.message?.imageMessage?.caption).toBe('Look')
    const unread = () =>
      here.world.network.groups(here.phone.number).find((chat) => chat.group.id === group.id)
    expect(unread()).toMatchObject({ unread: 1, last: { kind: 'image' } })
    const read = nextEvent(
      here.world.network,
      'status',
      (event) => event.id === id && event.status === 'read',
    )
    await here.client.socket.readMessages([message.key])
    await read
    expect(unread()).toMatchObject({ unread: 0 })
  })

  it('an offline member sends no receipt, which holds back the status', async () => {
    const members = here.newMembers()
    const group = here.newGroup(members)
    here.world.network.setContactOffline(here.phone.number, members[2], true)
    const id = here.newId()
    await here.client.socket.sendMessage(group.id, { text: 'Anybody?' }, { messageId: id })
    await vi.waitFor(() => {
      const receipts = here.list(group)[0]?.receipts ?? []
      expect(receipts.filter(({ status }) => status === 'read')).toHaveLength(2)
    }, WAIT_TIMEOUT_MS)
    expect(here.list(group)[0]?.status).toBe('sent')
    const read = here.allRead(id)
    here.world.network.setContactOffline(here.phone.number, members[2], false)
    await read
  })

  it('the network sees typing', async () => {
    const group = here.newGroup(here.newMembers())
    const shown = nextEvent(here.world.network, 'presence', ({ contact }) => contact === group.id)
    await here.client.socket.sendPresenceUpdate('composing', group.id)
    expect(await shown).toMatchObject({ phone: here.phone.number, state: 'composing' })
  })

  it('a second device gets what the first writes, and what contacts write', async () => {
    const members = here.newMembers()
    const group = here.newGroup(members)
    const linking = here.world.connect()
    await here.world.network.scan(await linking.qr(), here.phone.number)
    await linking.closed()
    const second = here.world.connect(linking.auth)
    await second.opened()
    const { id } = await here.world.network.sendToGroup(group.id, members[0], { text: 'To both' })
    await here.received(id, second)
    await here.received(id)
    const sent = await here.client.socket.sendMessage(group.id, { text: 'From the first' })
    const copy = await here.received(sent?.key.id ?? '', second)
    expect(copy).toMatchObject({
      key: { fromMe: true, remoteJid: group.id },
      message: { extendedTextMessage: { text: 'From the first' } },
    })
  })

  it('another phone in it gets what contacts write', async () => {
    const other = await here.world.link()
    const [contact] = here.newMembers()
    const group = here.newGroup([contact, other.phone.number])
    const { id } = await here.world.network.sendToGroup(group.id, contact, {
      text: 'To all phones',
    })
    await here.received(id)
    await here.received(id, other.client)
    expect(here.world.network.messages(other.phone.number, group.id)).toMatchObject([
      { text: 'To all phones', author: contact },
    ])
  })
})
