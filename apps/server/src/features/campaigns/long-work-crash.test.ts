import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { IS_DEEP } from '@kirim/testing/test-run'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashWorld, killsOf, startCrashWorld } from '../../testing/crash-world.ts'
import { journeyEngines } from '../../testing/engines.ts'
import { seedGroup } from '../../testing/seed-group.ts'
import { campaignForm } from '../../testing/test-browser.ts'

/** Several steps each, of 500 and of 250. */
const PEOPLE = IS_DEEP ? 4000 : 1200
const KILLS = killsOf(3)
const WITHIN_MS = 150

describe.each(journeyEngines)('kill -9 while a campaign is saved or deleted on %s', (engine) => {
  let world: CrashWorld
  let groupId: string

  beforeAll(async () => {
    world = await startCrashWorld(engine, 1)
    const numbers = Array.from({ length: PEOPLE }, (_, n) => `6012${3_000_000 + n}`)
    const db = world.openDatabase()
    groupId = await seedGroup(db, world.session._id, 'Everybody', numbers)
    await db.destroy()
  })
  afterAll(() => world.stop())

  const call = (method: string, path: string, body?: FormData) =>
    world.call(method, path, { token: world.session.token, ...(body && { body }) })
  const listed = async () =>
    (await call('GET', '/analytics/dashboard/bulk-campaign-summary')).body as BulkCampaignSummary[]
  const form = () =>
    campaignForm({
      campaignName: 'Everybody',
      caption: 'Hello',
      contactGroupId: groupId,
      scheduledAt: new Date(Date.now() + 1e9).toISOString(),
    })
  const save = () => call('POST', `/campaigns/${world.device.id}`, form())
  /** Kills the server during this task, or soon after; the caller sees its connection end. */
  const killDuring = async (task: () => Promise<unknown>) => {
    await Promise.allSettled([task(), world.killWithin(WITHIN_MS)])
  }

  test('a campaign exists with all of its people, or not at all', async () => {
    for (let kill = 0; kill < KILLS; kill++) await killDuring(save)
    await until('everybody is there', async () =>
      (await listed()).every(({ counts }) => counts.queued === PEOPLE),
    )
    const before = (await listed()).length
    expect(before).toBeLessThanOrEqual(KILLS)
    expect((await save()).status).toBe(201)
    expect(await listed()).toHaveLength(before + 1)
  })

  test('has its people once after another save', async () => {
    const [campaign] = await listed()
    const path = `/campaigns/${world.device.id}/${campaign?.id}`
    for (let kill = 0; kill < KILLS; kill++) await killDuring(() => call('PUT', path, form()))
    await until('everybody is there', async () => (await listed())[0]?.counts.queued === PEOPLE)
    expect((await call('PUT', path, form())).body).toMatchObject({ progress: { total: PEOPLE } })
  })

  test('a deleted campaign leaves nothing behind', async () => {
    for (const { id } of await listed()) {
      const path = `/campaigns/${world.device.id}/${id}`
      await killDuring(() => call('DELETE', path))
      await call('DELETE', path)
      expect((await listed()).map((campaign) => campaign.id)).not.toContain(id)
    }
    await killDuring(() => call('DELETE', `/contact-groups/${groupId}`))
    await call('DELETE', `/contact-groups/${groupId}`)
    expect((await call('GET', '/contact-groups')).body).toEqual([])
    const db = world.openDatabase()
    const tables = ['campaigns', 'recipients', 'group_members', 'contact_groups'] as const
    for (const table of tables) {
      await until(
        `${table} is empty`,
        async () => (await db.selectFrom(table).selectAll().execute()).length === 0,
      )
    }
    const contacts = await db.selectFrom('contacts').select('id').execute()
    await db.destroy()
    expect(contacts).toHaveLength(PEOPLE)
  })
})
