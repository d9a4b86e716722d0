import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashWorld, killsOf, startCrashWorld } from '../../../testing/crash-world.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { makeItem, messagesReceivedBy, switchOn } from '../../../testing/linked-number.ts'

const KILLS = killsOf(3)
const MEMBERS = ['60142000001', '60142000002']

describe.each(journeyEngines)('kill -9 while groups write on %s', (engine) => {
  let world: CrashWorld

  beforeAll(async () => {
    world = await startCrashWorld(engine, 1)
    const { call, session, device } = world
    const item = { name: 'Price', keywords: 'harga', captionAi: 'RM4', sendTo: 'group' }
    await makeItem(call, session.token, device.id, item)
    await switchOn(call, session.token, device.id)
  })
  afterAll(() => world.stop())

  test('answers every message of an old and of new groups once, to every member', async () => {
    const { network, device } = world
    const newGroup = () =>
      network.createGroup({ owner: device.number, subject: 'Kawan kopi', members: MEMBERS }).id
    const old = newGroup()
    const groups = [old]
    for (let kill = 0; kill < KILLS; kill++) {
      const fresh = newGroup()
      groups.push(fresh)
      for (const group of [old, fresh]) {
        await network.sendToGroup(group, MEMBERS[kill % 2] ?? '', { text: `harga ${kill}` })
      }
      // At any time between the message's arrival and well after its reply.
      await world.killWithin(300)
    }
    const wanted = (group: string) => (group === old ? KILLS : 1)
    const everybodyHas = (group: string) => {
      const answers = network
        .messages(device.number, group, { limit: 1000 })
        .filter(({ direction }) => direction === 'to-contact')
      const complete = answers.every(({ receipts }) => receipts?.length === MEMBERS.length)
      return complete && answers.length >= wanted(group)
    }
    for (const group of groups) {
      await until('everybody has the answers', () => everybodyHas(group))
    }
    const answers = groups.map((group) => messagesReceivedBy(network, device.number, group))
    expect(answers).toEqual(groups.map((group) => Array(wanted(group)).fill('RM4')))
    for (const member of MEMBERS)
      expect(messagesReceivedBy(network, device.number, member)).toEqual([])
  })
})
