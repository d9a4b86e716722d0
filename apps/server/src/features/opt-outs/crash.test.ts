import type { CampaignReport, LedgerPage } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashWorld, killsOf, startCrashWorld } from '../../testing/crash-world.ts'
import { journeyEngines } from '../../testing/engines.ts'
import { messagesReceivedBy } from '../../testing/linked-number.ts'
import { seedGroup } from '../../testing/seed-group.ts'
import { campaignForm } from '../../testing/test-browser.ts'

/** At random moments; `npm run prove:ledger` does it for longer. */
const KILLS = killsOf(5)
/** Who opts out before a kill: the next in turn, who are just being written to, and others. */
const TOGETHER = 3
const SPEED = 40
/** A fifth of a second at this speed. */
const PACE = { minIntervalSeconds: '8', maxIntervalSeconds: '8' }
const HELLO = 'Hello'

describe.each(journeyEngines)('kill -9 while people opt out, on %s', (engine) => {
  let world: CrashWorld
  /** What happened at the network, in order. */
  const seen: string[] = []
  const people = Array.from({ length: KILLS * 8 }, (_, n) => `6012${5_000_001 + n}`)
  const stopped = new Set<string>()

  beforeAll(async () => {
    world = await startCrashWorld(engine, SPEED)
    world.network.events.on('message', ({ contact, message }) => {
      if (message.direction === 'from-contact' || message.copies > 1) return
      // Who is answered was kept, though a kill may have lost its receipt.
      seen.push(`${message.text === HELLO ? 'to' : 'kept'} ${contact}`)
    })
    world.network.events.on('status', ({ contact, direction }) => {
      if (direction === 'from-contact') seen.push(`kept ${contact}`)
    })
  })
  afterAll(() => world.stop())

  const call = (method: string, path: string, body?: unknown) =>
    world.call(method, path, { token: world.session.token, ...(body !== undefined && { body }) })

  async function startCampaign(): Promise<string> {
    const db = world.openDatabase()
    const contactGroupId = await seedGroup(db, world.session._id, 'Everybody', people)
    await db.destroy()
    const form = campaignForm({ campaignName: HELLO, caption: HELLO, contactGroupId, ...PACE })
    const answer = await call('POST', `/campaigns/${world.device.id}`, form)
    return (answer.body as BulkCampaign).id
  }

  const heard = (number: string) => messagesReceivedBy(world.network, world.device.number, number)
  const report = async (id: string) => (await call('GET', `/ledger/${id}`)).body as CampaignReport

  test('each is answered once, and not written to once it was kept', async () => {
    const { network, device } = world
    const id = await startCampaign()
    for (let kill = 0; kill < KILLS; kill++) {
      const before = seen.length
      await until('somebody more has heard', () => seen.length > before)
      const open = people.filter((number) => !stopped.has(number))
      const next = open.filter((number) => heard(number).length === 0).slice(0, TOGETHER - 1)
      const known = open.find((number) => heard(number).length > 0)
      for (const number of [...next, ...(known ? [known] : [])]) {
        stopped.add(number)
        await network.sendAsContact(device.number, number, { text: 'STOP' })
      }
      // Before they are kept, between that and their answers, or in the next message.
      await world.killWithin(80)
    }
    await until('it is over', async () => (await report(id)).status === 'completed')

    const answersTo = (number: string) => heard(number).filter((text) => text !== HELLO)
    for (const number of stopped) {
      await until(`${number} is answered`, () => answersTo(number).length > 0)
      expect([number, answersTo(number)]).toEqual([number, [expect.any(String)]])
      const kept = seen.indexOf(`kept ${number}`)
      expect([number, kept >= 0, seen.lastIndexOf(`to ${number}`) > kept]).toEqual([
        number,
        true,
        false,
      ])
    }
    for (const number of people.filter((one) => !stopped.has(one))) {
      expect([number, heard(number)]).toEqual([number, [HELLO]])
    }
    const ledger = (await call('GET', `/ledger/${id}/people?limit=100`)).body as LedgerPage
    for (const { phoneNumber, state, sentence } of ledger.items) {
      const wasWrittenTo = heard(phoneNumber).includes(HELLO)
      expect([phoneNumber, ['skipped', 'failed'].includes(state)]).toEqual([
        phoneNumber,
        !wasWrittenTo,
      ])
      if (!wasWrittenTo) expect(sentence.code).toMatch(/^opted_out/)
    }
  })
})
