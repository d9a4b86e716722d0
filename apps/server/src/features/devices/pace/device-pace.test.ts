import type { CampaignReport, LedgerPage } from '@kirim/contract/campaign-ledger'
import type { CampaignEstimate } from '@kirim/contract/campaign-sending'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { DevicePace } from '@kirim/contract/device-pace'
import type { Device } from '@kirim/contract/devices'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { campaignForm } from '../../../testing/test-browser.ts'

const PEOPLE = Array.from({ length: 5 }, (_, n) => `6012340001${n}`)
const SPEED = 20
/** A zone in which it is about noon: a day takes an hour here, and none ends during the test. */
const timeZone = zoneAtNoon(new Date(createFastClock(SPEED).now()).getUTCHours())

describe.each(journeyEngines)('the daily cap of a number on %s', (engine) => {
  let number: LinkedNumber
  let db: Db
  beforeAll(async () => {
    number = await startLinkedNumber(engine, { clock: createFastClock(SPEED) })
    db = number.app.openDatabase()
  })
  afterAll(async () => {
    await db.destroy()
    await number.stop()
  })
  const call = (method: string, path: string, body?: unknown, token = number.session.token) =>
    number.app.call(method, path, { token, ...(body !== undefined && { body }) })
  const path = () => `/whatsapp/devices/${number.device.id}/pace`
  const report = async (id: string) => (await call('GET', `/ledger/${id}`)).body as CampaignReport

  test('can be set and read by its owner, with the plan of the next days', async () => {
    const before = (await call('GET', path())).body as DevicePace
    expect(before).toMatchObject({ cap: null, warmUp: null, today: { used: 0, cap: null } })
    expect(before.plan).toHaveLength(7)
    const form = { cap: 50, warmUp: { start: 20, step: 15 }, timeZone }
    const set = (await call('PUT', path(), form)).body as DevicePace
    expect(set.plan.map(({ cap }) => cap)).toEqual([20, 35, 50, 50, 50, 50, 50])
    expect(set.warmUpFrom).toBe(set.plan[0]?.day)
    for (const body of [
      { ...form, cap: 0 },
      { ...form, cap: 1.5 },
      { ...form, warmUp: { start: 0, step: 1 } },
      { ...form, timeZone: 'Mars/Olympus' },
    ]) {
      expect((await call('PUT', path(), body)).status).toBe(400)
    }
    const stranger = await number.app.newUser()
    expect((await call('GET', path(), undefined, stranger.token)).status).toBe(404)
    expect((await call('PUT', path(), form, stranger.token)).status).toBe(404)
  })

  test('holds campaigns when it is reached, and releases them when it is raised', async () => {
    await call('PUT', path(), { cap: 2, warmUp: null, timeZone })
    const contactGroupId = await seedGroup(db, number.session._id, 'All', PEOPLE)
    const pace = { minIntervalSeconds: '4', maxIntervalSeconds: '4' }
    const form = { campaignName: 'Capped', caption: 'Hi', contactGroupId, ...pace }
    const estimate = await call('POST', `/campaigns/${number.device.id}/estimate`, {
      contactGroupId,
    })
    const { startsAt, endsAt } = estimate.body as CampaignEstimate
    // Two today, two tomorrow, the last one the day after.
    const days = (Date.parse(endsAt ?? '') - Date.parse(startsAt ?? '')) / 86_400_000
    expect(days).toBeGreaterThan(1)
    expect(days).toBeLessThan(2.1)

    const made = await call('POST', `/campaigns/${number.device.id}`, campaignForm(form))
    const { id } = made.body as BulkCampaign
    await until('it is held', async () => (await report(id)).status === 'held')
    const held = await report(id)
    const { today } = (await call('GET', path())).body as DevicePace
    expect(held).toMatchObject({
      sentence: { code: 'daily_cap', params: { cap: 2, people: 3, at: today.endsAt } },
      counts: { queued: 3 },
      actions: ['pause', 'cancel'],
      today: { used: 2, cap: 2 },
    })
    const [listed] = (await call('GET', '/whatsapp/devices')).body as Device[]
    expect(listed?.today).toEqual(today)
    const waiting = await call('GET', `/ledger/${id}/people?state=queued`)
    expect((waiting.body as LedgerPage).items.map(({ sentence }) => sentence)).toEqual(
      Array.from({ length: 3 }, () => ({
        code: 'daily_cap',
        params: { device: number.device.name, cap: 2, at: today.endsAt },
      })),
    )

    await call('PUT', path(), { cap: 4, warmUp: null, timeZone })
    await until('two more have it', async () => (await report(id)).counts.queued === 1)
    await until('it is held again', async () => (await report(id)).status === 'held')
    await db
      .updateTable('devices')
      .set({ used_day: '2020-01-01' })
      .where('id', '=', number.device.id)
      .execute()
    await call('PUT', path(), { cap: 4, warmUp: null, timeZone })
    await until('it ends', async () => (await report(id)).status === 'completed')
    expect(await report(id)).toMatchObject({ today: { used: 1, cap: 4 } })
  })
})

/** The sign in the name of an `Etc/GMT` zone is the opposite of its offset. */
function zoneAtNoon(utcHours: number): string {
  const ahead = 12 - utcHours
  return `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`
}
