import type { WACallEvent } from 'baileys'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestClient } from './testing/client.ts'
import { silenceLibsignal } from './testing/quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from './testing/test-network.ts'
import { WAIT_TIMEOUT_MS } from './testing/timeouts.ts'
import type { Phone } from './types.ts'

silenceLibsignal()
let world: TestNetwork
let phone: Phone
let client: TestClient
let contact: string
let next = 60_130_000_101

beforeAll(async () => {
  world = await createTestNetwork()
  ;({ phone, client } = await world.link())
})
beforeEach(() => {
  contact = String(next++)
})
afterAll(async () => {
  await world?.end()
  expect(world?.faults).toEqual([])
})

const write = (text: string) => world.network.sendAsContact(phone.number, contact, { text })
const shown = () => world.network.messages(phone.number, contact)

/** What the driver made of a change of a message. */
const changed = (id: string) =>
  client.until((event) =>
    event['messages.update']?.find(({ key, update }) => key.id === id && 'message' in update),
  )
const call = (status: WACallEvent['status'], by = client) =>
  by.until((event) =>
    event.call?.find((each) => each.status === status && each.chatId.startsWith(contact)),
  )

describe('a contact', () => {
  it('edits a message', async () => {
    const { id } = await write('hrga')
    await world.network.editMessage(phone.number, contact, id, 'harga')
    const { update } = await changed(id)
    expect(update.message?.editedMessage?.message?.conversation).toBe('harga')
    expect(shown()).toMatchObject([{ id, text: 'harga', mark: 'edited' }])
  })

  it('deletes a message, once', async () => {
    const { id } = await write('hello')
    await world.network.deleteMessage(phone.number, contact, id)
    expect((await changed(id)).update.message).toBeNull()
    expect(shown()).toMatchObject([{ id, text: '', mark: 'deleted' }])
    await expect(world.network.deleteMessage(phone.number, contact, id)).rejects.toMatchObject({
      code: 'message_unknown',
    })
  })

  it('calls, and sees that the call was rejected', async () => {
    const { id } = world.network.callAsContact(phone.number, contact)
    const offer = await call('offer')
    expect(offer).toMatchObject({ id, offline: false, isGroup: false })
    expect(shown()).toMatchObject([{ id, kind: 'call' }])
    const ended = nextEvent(world.network, 'mark', (event) => event.id === id)
    await client.socket.rejectCall(offer.id, offer.from)
    expect(await ended).toMatchObject({ mark: 'rejected' })
    world.network.hangUp(phone.number, contact, id)
    expect(shown()).toMatchObject([{ id, mark: 'rejected' }])
  })

  it('gives up a call', async () => {
    const { id } = world.network.callAsContact(phone.number, contact, { group: '1203@g.us' })
    expect(await call('offer')).toMatchObject({ isGroup: true })
    world.network.hangUp(phone.number, contact, id)
    await call('timeout')
    expect(shown()).toMatchObject([{ id, mark: 'missed' }])
  })

  it('is told when the number is online', async () => {
    const said: boolean[] = []
    world.network.events.on('availability', ({ available }) => said.push(available))
    await client.socket.sendPresenceUpdate('available')
    await client.socket.sendPresenceUpdate('unavailable')
    await vi.waitFor(() => expect(said.slice(-2)).toEqual([true, false]), WAIT_TIMEOUT_MS)
  })
})

it('in a group only the author and who made the group delete a message', async () => {
  const { network } = world
  const [author, other] = [contact, String(next++)]
  const group = network.createGroup({
    owner: phone.number,
    subject: 'Kedai',
    members: [author, other],
  })
  const [first, second] = [
    await network.sendToGroup(group.id, author, { text: 'one' }),
    await network.sendToGroup(group.id, author, { text: 'two' }),
  ]
  await expect(
    network.deleteMessage(phone.number, group.id, first.id, other),
  ).rejects.toMatchObject({ code: 'not_allowed' })
  await network.deleteMessage(phone.number, group.id, first.id)
  await network.deleteMessage(phone.number, group.id, second.id, phone.number)
  await Promise.all([changed(first.id), changed(second.id)])
  expect(network.messages(phone.number, group.id).map(({ mark }) => mark)).toEqual([
    'deleted',
    'deleted',
  ])
})

it('a call while the device was away is told as an old one', async () => {
  const { network } = world
  network.drop(phone.number)
  await client.closed()
  const { id } = network.callAsContact(phone.number, contact)
  const back = world.connect(client.auth)
  await back.opened()
  expect(await call('offer', back)).toMatchObject({ id, offline: true })
})
