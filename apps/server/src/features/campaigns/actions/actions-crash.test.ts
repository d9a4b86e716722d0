import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { type CrashWorld, killsOf, startCrashWorld } from '../../../testing/crash-world.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { campaignForm } from '../../../testing/test-browser.ts'

/** Several steps each, of 500. */
const PEOPLE = 3000
const UNSURE = 7
const STRANGERS = 24
const KILLS = killsOf(2)
const WITHIN_MS = 150
const SPEED = 40
const PACE = { minIntervalSeconds: '4', maxIntervalSeconds: '4' }

describe.each(journeyEngines)(
  'kill -9 while a campaign is ended, retried or held, on %s',
  (engine) => {
    let world: CrashWorld
    let db: Db
    let groups = 0
    beforeAll(async () => {
      world = await startCrashWorld(engine, SPEED)
      db = world.openDatabase()
    })
    afterAll(async () => {
      await db.destroy()
      await world.stop()
    })

    const call = (method: string, path: string, body?: unknown) =>
      world.call(method, path, { token: world.session.token, ...(body !== undefined && { body }) })
    const report = async (id: string) => (await call('GET', `/ledger/${id}`)).body as CampaignReport
    const act = (id: string, action: string) =>
      call('POST', `/campaigns/${world.device.id}/${id}/${action}`)
    const actAndKill = (id: string, action: string) =>
      Promise.allSettled([act(id, action), world.killWithin(WITHIN_MS)])
    /** Numbers that end in four zeros are not on the sandbox network. */
    const numberOf = (n: number) => `60125${groups}${100_001 + n}`
    async function create(people: number, fields: Parameters<typeof campaignForm>[0] = {}) {
      groups += 1
      const numbers = Array.from({ length: people }, (_, n) => numberOf(n))
      const contactGroupId = await seedGroup(db, world.session._id, `Group ${groups}`, numbers)
      const form = { campaignName: 'Crash', caption: 'Hello', contactGroupId, ...PACE, ...fields }
      const made = await call('POST', `/campaigns/${world.device.id}`, campaignForm(form))
      return { id: (made.body as BulkCampaign).id, numbers }
    }
    const rows = async (id: string) => {
      const found = await db
        .selectFrom('recipients')
        .select((eb) => ['state', 'reason', eb.fn.countAll<number | string>().as('n')])
        .where('campaign_id', '=', id)
        .groupBy(['state', 'reason'])
        .execute()
      return found.map(({ state, reason, n }) => [state, reason, Number(n)])
    }
    const heard = (numbers: readonly string[]) =>
      numbers.map((number) => world.network.messages(world.device.number, number).length)

    test('a cancelled campaign counts as cancelled at once, and everybody is skipped', async () => {
      const later = { scheduledAt: '2999-01-01T00:00:00.000Z' }
      const { id } = await create(PEOPLE, later)
      for (let kill = 0; kill < KILLS; kill++) {
        await actAndKill(id, 'cancel')
        const { status, counts } = await report(id)
        expect([status, counts.queued, counts.skipped]).toEqual(
          status === 'cancelled' ? ['cancelled', 0, PEOPLE] : ['scheduled', PEOPLE, 0],
        )
      }
      await act(id, 'cancel')
      await until('everybody is passed over', async () => {
        const [only, ...others] = await rows(id)
        return others.length === 0 && only?.[0] === 'skipped'
      })
      expect(await rows(id)).toEqual([['skipped', 'cancelled', PEOPLE]])
      const stored = db.selectFrom('campaigns').select(['queued', 'skipped']).where('id', '=', id)
      expect(await stored.executeTakeFirst()).toEqual({ queued: 0, skipped: PEOPLE })
    })

    test('retries everybody who can be retried once, and nobody else', async () => {
      const { id, numbers } = await create(PEOPLE, { statusEnabled: 'false' })
      const failed = { state: 'failed', reason: 'refused_479' } as const
      await db.updateTable('recipients').set(failed).where('campaign_id', '=', id).execute()
      await db
        .updateTable('recipients')
        .set({ reason: 'no_answer' })
        .where('campaign_id', '=', id)
        .where('phone_number', 'in', numbers.slice(0, UNSURE))
        .execute()
      await db
        .updateTable('campaigns')
        .set({ queued: 0, failed: PEOPLE, started_at: 1 })
        .where('id', '=', id)
        .execute()
      for (let kill = 0; kill < KILLS; kill++) await actAndKill(id, 'retry-failed')
      await until('they are tried again', async () => {
        await act(id, 'retry-failed')
        return (await report(id)).failed === UNSURE
      })
      await until('some have it', async () => (await report(id)).counts.read > 2)
      await act(id, 'pause')
      const { counts, total } = await report(id)
      expect(total).toBe(PEOPLE)
      expect(counts.failed).toBe(UNSURE)
      expect((await rows(id)).filter(([state]) => state === 'failed')).toEqual([
        ['failed', 'no_answer', UNSURE],
      ])
      const times = heard(numbers)
      expect(times.slice(0, UNSURE)).toEqual(Array.from({ length: UNSURE }, () => 0))
      expect(Math.max(...times)).toBe(1)
      await call('DELETE', `/campaigns/${world.device.id}/${id}`)
    })

    test('holds new people during a limit, and writes to each once after it', async () => {
      world.network.setWeather(world.device.number, { kind: 'limited' })
      const { id, numbers } = await create(STRANGERS)
      for (let kill = 0; kill < KILLS; kill++) await world.killWithin(WITHIN_MS)
      // Also those whose answer a kill has swallowed, who may have the message.
      await until('all are held', async () => (await report(id)).status === 'held')
      expect((await report(id)).counts).toMatchObject({ held: STRANGERS, failed: 0 })
      expect(Math.max(...heard(numbers))).toBe(0)

      world.network.setWeather(world.device.number, { kind: 'calm' })
      // An hour later.
      await db.updateTable('devices').set({ limited_until: 1 }).execute()
      for (let kill = 0; kill < KILLS; kill++) await world.killWithin(10 * WITHIN_MS)
      await until('all have it', async () => (await report(id)).counts.read === STRANGERS)
      expect(heard(numbers)).toEqual(numbers.map(() => 1))
      expect(await report(id)).toMatchObject({ status: 'completed', failed: 0 })
    })
  },
)
