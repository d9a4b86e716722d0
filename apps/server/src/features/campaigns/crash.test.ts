import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashWorld, killsOf, startCrashWorld } from '../../testing/crash-world.ts'
import { engines } from '../../testing/engines.ts'
import { campaignForm } from '../../testing/test-browser.ts'

/** At random moments; `npm run prove:ledger` kills a hundred times. */
const KILLS = killsOf(6)
const PEOPLE = 8 * KILLS + 4
const SPEED = 40
/** Half a second at this speed: a machine that hangs for a while does not use up the people. */
const SLOWLY = { minIntervalSeconds: '20', maxIntervalSeconds: '20' }

describe.each(engines)('kill -9 during a campaign on %s', (engine) => {
  let world: CrashWorld

  beforeAll(async () => {
    world = await startCrashWorld(engine, SPEED)
  })
  afterAll(() => world.stop())

  test('reaches everybody exactly once without a new scan', async () => {
    const { network, device, call, session } = world
    const people = Array.from({ length: PEOPLE }, (_, index) => `6012340${1000 + index}`)
    const { campaignId, hurry } = await startCampaign(world, people)
    const heard = () => network.chats(device.number).length
    const progress = async () => {
      const path = '/analytics/dashboard/bulk-campaign-summary'
      const list = (await call('GET', path, { token: session.token })).body
      return (list as BulkCampaignSummary[]).find(({ id }) => id === campaignId)
    }

    for (let kill = 0; kill < KILLS; kill++) {
      const receivedBefore = heard()
      await until('somebody more has heard', () => heard() > receivedBefore)
      await world.killWithin(60)
    }
    await hurry()
    await until(
      'everybody has read it',
      async () => (await progress())?.counts.read === people.length,
    )

    for (const number of people) {
      const texts = network.messages(device.number, number).map(({ text }) => text)
      expect([number, texts]).toEqual([number, [`Hello Person ${number}`]])
    }
    expect(await progress()).toMatchObject({ status: 'completed', total: people.length, failed: 0 })
  })
})

/** Kills the server once a campaign is committed: before it is answered, or just behind that. */
async function killOnceThere(world: CrashWorld): Promise<void> {
  const db = world.openDatabase()
  await until(
    'it is committed',
    async () => (await db.selectFrom('campaigns').select('id').execute()).length > 0,
  )
  await db.destroy()
  await world.killWithin(0)
}

/**
 * Starts a campaign that writes slowly until the test makes it fast: asked for twice, because the
 * server is killed meanwhile.
 */
async function startCampaign(
  world: CrashWorld,
  people: readonly string[],
): Promise<{ campaignId: string; hurry(): Promise<void> }> {
  const { call, session, device } = world
  const { token } = session
  const group = await call('POST', '/contact-groups', { token, body: { groupName: 'All of them' } })
  const groupId = (group.body as { _id: string })._id
  for (const phoneNumber of people) {
    await call('POST', '/contacts', {
      token,
      body: { name: `Person ${phoneNumber}`, phoneNumber, groupId },
    })
  }
  const fields = { campaignName: 'Crash', caption: 'Hello [name]', contactGroupId: groupId }
  const path = `/campaigns/${device.id}`
  const slow = campaignForm({ ...fields, ...SLOWLY })
  const create = () =>
    call('POST', path, { token, headers: { 'idempotency-key': 'once' }, body: slow })
  await Promise.allSettled([create(), killOnceThere(world)])
  const created = await create()
  expect(created.status).toBe(201)
  const campaignId = (created.body as { id: string }).id
  return {
    campaignId,
    async hurry() {
      const fast = campaignForm(fields)
      const { status } = await call('PUT', `${path}/${campaignId}`, { token, body: fast })
      expect(status).toBe(200)
    },
  }
}
