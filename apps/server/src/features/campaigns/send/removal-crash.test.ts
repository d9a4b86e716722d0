import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashWorld, killsOf, startCrashWorld } from '../../../testing/crash-world.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { campaignForm } from '../../../testing/test-browser.ts'

const KILLS = killsOf(2)
const SPEED = 40
const PACE = { minIntervalSeconds: '20', maxIntervalSeconds: '20' }
const HELLO = 'Hello'

describe.each(journeyEngines)('kill -9 while a device is removed, on %s', (engine) => {
  let world: CrashWorld
  beforeAll(async () => {
    world = await startCrashWorld(engine, SPEED)
  })
  afterAll(() => world.stop())

  test('the other device finishes its shared campaign, and nobody gets it twice', async () => {
    const { network, device, session } = world
    const call = (method: string, path: string, body?: unknown) =>
      world.call(method, path, { token: session.token, ...(body !== undefined && { body }) })
    const other = await world.linkAnother()
    const people = Array.from({ length: 10 }, (_, index) => `6012340${2000 + index}`)
    const db = world.openDatabase()
    const contactGroupId = await seedGroup(db, session._id, 'All', people)
    const alsoFrom = JSON.stringify([other.id])
    const fields = { campaignName: HELLO, caption: HELLO, contactGroupId, alsoFrom, ...PACE }
    const made = await call('POST', `/campaigns/${device.id}`, campaignForm(fields))
    const { id } = made.body as BulkCampaign
    const heard = (number: string) =>
      [device, other].flatMap((one) => network.messages(one.number, number)).length
    await until('somebody has heard', () => people.some((number) => heard(number) > 0))
    const remove = () => call('DELETE', `/whatsapp/devices/${device.id}`)
    for (let kill = 0; kill < KILLS; kill++) {
      const cutOff = remove().catch(() => {})
      await world.killWithin(100)
      await cutOff
    }
    // Nobody has to ask again, unless no request came through: a start finishes what was begun.
    const rows = db.selectFrom('devices').select(['removing', 'removed'])
    const row = await rows.where('id', '=', device.id).executeTakeFirst()
    if (row && row.removing + row.removed === 0) await remove()
    const isRemoved = async () => {
      const devices = (await call('GET', '/whatsapp/devices')).body as Device[]
      return devices.every(({ id: one }) => one !== device.id)
    }
    await until('it is removed', isRemoved)

    const report = async () => (await call('GET', `/ledger/${id}`)).body as CampaignReport
    const isOver = async () => (await report()).status === 'completed'
    await until('the other has written to everybody', isOver)
    const { counts, deviceId } = await report()
    expect([deviceId, counts.queued + counts.held + counts.sending]).toEqual([other.id, 0])
    // The person who was being written to may have the message or not.
    expect(counts.failed).toBeLessThanOrEqual(1)
    const times = people.map(heard)
    expect(Math.max(...times)).toBe(1)
    expect(times.filter((copies) => copies === 0).length).toBeLessThanOrEqual(counts.failed)
    const known = db.selectFrom('campaign_devices').selectAll().where('campaign_id', '=', id)
    expect(await known.execute()).toEqual([])
    await db.destroy()
  })
})
