import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashWorld, killsOf, startCrashWorld } from '../../../testing/crash-world.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { campaignForm } from '../../../testing/test-browser.ts'

const KILLS = killsOf(5)
const PEOPLE = 8 * KILLS + 4
const SPEED = 40

describe.each(journeyEngines)('kill -9 while two devices send, on %s', (engine) => {
  let world: CrashWorld
  beforeAll(async () => {
    world = await startCrashWorld(engine, SPEED)
  })
  afterAll(() => world.stop())

  test('reaches everybody exactly once', async () => {
    const { network, device, session } = world
    const { token } = session
    const call: CrashWorld['call'] = (...args) => world.call(...args)
    const other = await world.linkAnother()
    const people = Array.from({ length: PEOPLE }, (_, index) => `6012340${1000 + index}`)
    const group = await call('POST', '/contact-groups', { token, body: { groupName: 'All' } })
    const groupId = (group.body as { _id: string })._id
    for (const phoneNumber of people) {
      const body = { name: `Person ${phoneNumber}`, phoneNumber, groupId }
      await call('POST', '/contacts', { token, body })
    }
    const fields = {
      campaignName: 'Crash',
      caption: 'Hello [name]',
      contactGroupId: groupId,
      alsoFrom: JSON.stringify([other.id]),
      minIntervalSeconds: '20',
      maxIntervalSeconds: '20',
    }
    const made = await call('POST', `/campaigns/${device.id}`, {
      token,
      body: campaignForm(fields),
    })
    const { id } = made.body as { id: string }
    const heard = () => network.chats(device.number).length + network.chats(other.number).length
    for (let kill = 0; kill < KILLS; kill++) {
      const before = heard()
      await until('somebody more has heard', () => heard() > before)
      await world.killWithin(60)
    }
    const report = async () =>
      (await call('GET', `/ledger/${id}`, { token })).body as CampaignReport
    await until('everybody has read it', async () => (await report()).counts.read === people.length)
    for (const number of people) {
      const texts = [device, other].flatMap((one) =>
        network.messages(one.number, number).map(({ text }) => text),
      )
      expect([number, texts]).toEqual([number, [`Hello Person ${number}`]])
    }
    expect(network.chats(other.number).length).toBeGreaterThan(0)
  })
})
