import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PNG } from './testing/picture.ts'
import { silenceLibsignal } from './testing/quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from './testing/test-network.ts'

silenceLibsignal()

const CONTACT = '60123456700'
const jid = `${CONTACT}@s.whatsapp.net`
let world: TestNetwork
let mine: Awaited<ReturnType<TestNetwork['link']>>
let theirs: Awaited<ReturnType<TestNetwork['link']>>

beforeAll(async () => {
  world = await createTestNetwork()
  mine = await world.link('me')
  theirs = await world.link('them')
})
afterAll(async () => {
  await world.end()
  expect(world.faults).toEqual([])
})

const statusOf = (owner: string) =>
  nextEvent(
    world.network,
    'status',
    (event) => event.owner === owner && event.status === 'delivered',
  )

describe('the contact settings of an owner', () => {
  it("apply to all of their phones and to nobody else's", () => {
    const { network } = world
    const second = network.createPhone({ owner: 'me', name: 'Second' }).number
    const number = '60123456710'
    network.setContactName(mine.phone.number, number, 'Mei Ling')
    network.setUnregistered(mine.phone.number, number, true)
    network.setContactOffline(mine.phone.number, number, true)
    network.setContactReads(mine.phone.number, number, false)
    network.refuse(mine.phone.number, number, 463)
    expect(network.contact(second, number)).toMatchObject({
      name: 'Mei Ling',
      registered: false,
      online: false,
      reads: false,
      refusal: 463,
    })
    expect(network.contact(theirs.phone.number, number)).toEqual({
      number,
      lid: network.contact(second, number).lid,
      name: '',
      registered: true,
      online: true,
      reads: true,
      hidden: false,
      username: '',
    })
  })

  it('does not keep another’s message to the same number from arriving, nor their lookup from finding it', async () => {
    const { network } = world
    network.setContactOffline(mine.phone.number, CONTACT, true)
    const came = statusOf('them')
    await theirs.client.socket.sendMessage(jid, { text: 'hello' })
    await came
    const stored = nextEvent(network, 'message', ({ owner }) => owner === 'me')
    const held = await mine.client.socket.sendMessage(jid, { text: 'held' })
    await stored
    network.setUnregistered(mine.phone.number, CONTACT, true)
    expect(await theirs.client.socket.onWhatsApp(CONTACT)).toHaveLength(1)
    expect(await mine.client.socket.onWhatsApp(CONTACT)).toEqual([])
    network.setUnregistered(mine.phone.number, CONTACT, false)
    const delivered = statusOf('me')
    network.setContactOffline(mine.phone.number, CONTACT, false)
    expect((await delivered).id).toBe(held?.key.id)
  })

  it('says nothing of somebody else’s phone: to others it is a number like any', () => {
    const { network } = world
    expect(network.contact(mine.phone.number, theirs.phone.number).name).toBe('')
    expect(network.contact(theirs.phone.number, theirs.phone.number).name).toBe('Aina')
    expect(network.listPhones('me').map(({ owner }) => owner)).not.toContain('them')
  })
})

it('removing an owner removes everything of theirs and nothing of others', async () => {
  const { network } = world
  const leaver = await world.link('leaver')
  const own = leaver.phone.number
  const image = { image: PNG, mime: 'image/png' }
  await network.sendAsContact(own, CONTACT, image)
  await network.sendAsContact(mine.phone.number, CONTACT, { text: 'stays' })
  network.createGroup({ owner: own, subject: 'Gone', members: [CONTACT] })
  network.setContactName(own, CONTACT, 'Known')
  const closed = leaver.client.closed()
  await network.removeOwner('leaver')
  await closed
  expect(network.listPhones('leaver')).toEqual([])
  expect(network.findPhone(own)).toBeUndefined()
  expect(() => network.chats(own)).toThrow(/no sandbox phone/)
  expect(network.messages(mine.phone.number, CONTACT).at(-1)?.text).toBe('stays')
  expect(readdirSync(world.mediaFolder)).toEqual([])
  const again = network.createPhone({ owner: 'next', name: 'Next', number: own })
  expect(network.chats(again.number)).toEqual([])
  expect(network.groups(again.number)).toEqual([])
  expect(network.contact(again.number, CONTACT).name).toBe('')
  await network.removeOwner('nobody')
})
