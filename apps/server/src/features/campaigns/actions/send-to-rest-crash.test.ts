import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashWorld, killsOf, startCrashWorld } from '../../../testing/crash-world.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { campaignForm } from '../../../testing/test-browser.ts'

const KILLS = killsOf(3)
const WITHIN_MS = 120
const SPEED = 40
/** People who were already written to, and enough others that they are added in several steps. */
const WRITTEN_TO = 3
const OTHERS = 2000
const PACE = { minIntervalSeconds: '4', maxIntervalSeconds: '4' }

/** Numbers that end in four zeros are not on the sandbox network. */
const numberOf = (n: number) => `6012${4_000_001 + n}`

describe.each(journeyEngines)('kill -9 while a campaign is sent to the rest, on %s', (engine) => {
  let world: CrashWorld
  beforeAll(async () => {
    world = await startCrashWorld(engine, SPEED)
  })
  afterAll(() => world.stop())

  const call = (method: string, path: string, body?: unknown) =>
    world.call(method, path, { token: world.session.token, ...(body !== undefined && { body }) })
  const summary = async (id: string) => {
    const list = (await call('GET', '/analytics/dashboard/bulk-campaign-summary')).body
    return (list as BulkCampaignSummary[]).find((campaign) => campaign.id === id)
  }
  /** How often each number that received the message received it. */
  const heard = () =>
    world.network
      .chats(world.device.number)
      .map(({ contact }) => [
        contact.number,
        world.network.messages(world.device.number, contact.number).length,
      ])

  test('has everybody in the ledger once, and writes to nobody twice', async () => {
    const first = Array.from({ length: WRITTEN_TO }, (_, n) => numberOf(n))
    const db = world.openDatabase()
    const groupId = await seedGroup(db, world.session._id, 'Everybody', first)
    const form = { campaignName: 'Rest', caption: 'Hello', contactGroupId: groupId, ...PACE }
    const made = await call('POST', `/campaigns/${world.device.id}`, campaignForm(form))
    const { id } = made.body as BulkCampaign
    await until('the first have it', async () => (await summary(id))?.counts.read === WRITTEN_TO)

    const others = Array.from({ length: OTHERS }, (_, n) => numberOf(WRITTEN_TO + n))
    const otherGroup = await seedGroup(db, world.session._id, 'Others', others)
    await db
      .updateTable('group_members')
      .set({ group_id: groupId })
      .where('group_id', '=', otherGroup)
      .execute()
    await db
      .updateTable('contact_groups')
      .set({ contact_count: WRITTEN_TO + OTHERS })
      .where('id', '=', groupId)
      .execute()

    const path = `/campaigns/${world.device.id}/${id}`
    for (let kill = 0; kill < KILLS; kill++) {
      const asked = call('POST', `${path}/send-to-rest`, { includeFailed: false })
      await Promise.allSettled([asked, world.killWithin(WITHIN_MS)])
    }
    // Repeated, in case the kill came before the request was stored.
    await call('POST', `${path}/send-to-rest`, { includeFailed: false })
    await until('everybody is there', async () => {
      const now = await summary(id)
      return now?.total === WRITTEN_TO + OTHERS && now.status === 'sending'
    })
    await until('some of the others have heard', () => heard().length > WRITTEN_TO + 2)
    await call('PUT', `${path}/status`, { status: 'Disabled' })

    const ledger = await db
      .selectFrom('recipients')
      .select(['phone_number', 'position'])
      .where('campaign_id', '=', id)
      .execute()
    await db.destroy()
    expect(ledger.map((row) => row.phone_number).sort()).toEqual([...first, ...others].sort())
    expect(new Set(ledger.map(({ position }) => position)).size).toBe(ledger.length)
    expect(heard().filter(([, times]) => times !== 1)).toEqual([])
  })
})
