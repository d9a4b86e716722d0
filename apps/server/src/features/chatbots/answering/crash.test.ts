import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashWorld, killsOf, startCrashWorld } from '../../../testing/crash-world.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { makeItem, messagesReceivedBy, switchOn } from '../../../testing/linked-number.ts'

/** The replies to every message. */
const CHAIN = ['RM4', 'Open 7 to 6', 'See you']
const KILLS = killsOf(6)

describe.each(journeyEngines)('kill -9 between a message and its reply on %s', (engine) => {
  let world: CrashWorld

  beforeAll(async () => {
    // Messages carry the real time: on a faster clock they would all arrive too late.
    world = await startCrashWorld(engine, 1)
    const { call, session, device } = world
    let next = ''
    for (const [index, captionAi] of [...CHAIN.entries()].reverse()) {
      const keywords = index === 0 ? 'harga' : ''
      const fields = { name: captionAi, keywords, captionAi, nextBotAction: next }
      next = (await makeItem(call, session.token, device.id, fields))._id
    }
    await switchOn(call, session.token, device.id)
  })
  afterAll(() => world.stop())

  test('answers each message once, with its whole chain', async () => {
    const { network, device } = world
    const contacts = Array.from({ length: KILLS * 3 }, (_, index) => `6014${1_000_001 + index}`)
    for (let kill = 0; kill < KILLS; kill++) {
      for (const contact of contacts.slice(kill * 3, kill * 3 + 3)) {
        await network.sendAsContact(device.number, contact, { text: `harga ${contact}` })
      }
      // At any time between the message's arrival and well after its reply.
      await world.killWithin(80)
    }
    for (const contact of contacts) {
      await until(
        `${contact} is answered`,
        () => messagesReceivedBy(network, device.number, contact).length >= CHAIN.length,
      )
    }
    const answers = contacts.map((contact) => messagesReceivedBy(network, device.number, contact))
    expect(answers).toEqual(contacts.map(() => CHAIN))
  })
})
