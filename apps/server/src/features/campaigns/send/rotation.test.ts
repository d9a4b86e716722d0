import type { Session } from '@kirim/contract/accounts'
import type { CampaignReport, LedgerPage } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { createFastClock } from '@kirim/testing/fast-clock'
import { IS_DEEP } from '@kirim/testing/test-run'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { type LinkedNumber, linkOver, startLinkedNumber } from '../../../testing/linked-number.ts'
import { campaignForm, makeGroup } from '../../../testing/test-browser.ts'

const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    name: `Person ${place}`,
    phoneNumber: `6012346${from + place}`,
  }))

const SPEED = 10

describe.each(journeyEngines)('a campaign that several devices send, on %s', (engine) => {
  let number: LinkedNumber
  let member: Session
  let first: Device
  let second: Device
  beforeAll(async () => {
    const clock = createFastClock(SPEED, Date.now())
    number = await startLinkedNumber(engine, { clock, sharesClock: true })
    const { app, network, session } = number
    member = await app.newUser('Omar')
    const body = { membershipPlan: 'Pro' }
    await app.call('PUT', `/admin/users/${member._id}`, { token: session.token, body })
    first = await linkOver(app, network, member)
    second = await linkOver(app, network, member)
  })
  afterAll(() => number.stop())

  const call = (method: string, path: string, body?: unknown) =>
    number.app.call(method, path, { token: member.token, ...(body !== undefined && { body }) })
  async function start(name: string, to: ReturnType<typeof people>, fields: object = {}) {
    const contactGroupId = await makeGroup(number.app, member, name, to)
    const form = { campaignName: name, caption: name, contactGroupId }
    const pace = { minIntervalSeconds: '4', maxIntervalSeconds: '4' }
    const alsoFrom = JSON.stringify([second.id])
    const body = campaignForm({ ...form, ...pace, alsoFrom, ...fields })
    const answer = await call('POST', `/campaigns/${first.id}`, body)
    expect([answer.status, answer.body]).toMatchObject([201, { deviceId: first.id }])
    return answer.body as BulkCampaign
  }
  const report = async (id: string) => (await call('GET', `/ledger/${id}`)).body as CampaignReport
  const from = async (id: string) =>
    ((await call('GET', `/ledger/${id}/people`)).body as LedgerPage).items.map((one) => one.from)
  /** How often each of these people got this text, from any number. */
  const heard = (text: string, to: ReturnType<typeof people>) =>
    to.map(({ phoneNumber }) =>
      [first, second]
        .flatMap((device) => number.network.messages(device.number, phoneNumber))
        .filter((message) => message.text === text)
        .reduce((sum, { copies }) => sum + copies, 0),
    )

  test('writes to everybody once, from both, and shows from which', async () => {
    const to = people(1000, 5)
    const { id, alsoFrom } = await start('Both', to)
    expect(alsoFrom).toEqual([second.id])
    await until('everybody has read it', async () => (await report(id)).counts.read === 5)
    expect(heard('Both', to)).toEqual([1, 1, 1, 1, 1])
    const told = await report(id)
    expect([told.deviceName, told.alsoFrom]).toEqual([first.name, [second.name]])
    expect(await from(id)).toHaveLength(5)
    const written = to.map(({ phoneNumber }) =>
      number.network.messages(second.number, phoneNumber).length > 0 ? second.id : first.id,
    )
    expect(new Set(written)).toEqual(new Set([first.id, second.id]))
    const file = String((await call('GET', `/ledger/${id}/export.csv`)).body)
    expect(file.split('\r\n')[0]).toMatch(/Written from$/)

    const [ofSecond] = to.filter((_, place) => written[place] === second.id)
    const text = 'To the second'
    await number.network.sendAsContact(second.number, ofSecond?.phoneNumber ?? '', { text })
    await until('the answer counts', async () => (await report(id)).answered === 1)
    const [answered] = ((await call('GET', `/ledger/${id}/people?answered=yes`)).body as LedgerPage)
      .items
    expect(answered?.phoneNumber).toBe(ofSecond?.phoneNumber)
    expect((await call('GET', `/ledger/${id}/people/${answered?.id}`)).body).toMatchObject({
      answer: { text },
    })
  })

  test.runIf(IS_DEEP)(
    'goes on with one while the other is away, and takes it in again',
    async () => {
      number.network.setOffline(first.number, true)
      const isAway = async () => {
        const devices = (await call('GET', '/whatsapp/devices')).body as Device[]
        return devices.some((device) => device.id === first.id && !device.connected)
      }
      await until('the first is away', isAway)
      const to = people(2000, 3)
      const { id } = await start('Away', to)
      expect((await report(id)).status).not.toBe('waiting_number')
      await until('everybody has read it', async () => (await report(id)).counts.read === 3)
      expect(heard('Away', to)).toEqual([1, 1, 1])
      expect(await from(id)).toEqual([second.name, second.name, second.name])
      number.network.setOffline(first.number, false)
      await until('the first is back', async () => !(await isAway()))
    },
  )

  test('refuses a foreign or unknown device', async () => {
    const contactGroupId = await makeGroup(number.app, member, 'Refused', people(3000, 1))
    for (const id of [number.device.id, 'unknown']) {
      const fields = { campaignName: 'R', contactGroupId, alsoFrom: JSON.stringify([id]) }
      expect(await call('POST', `/campaigns/${first.id}`, campaignForm(fields))).toMatchObject({
        status: 404,
        body: { code: 'device_not_found' },
      })
      const asked = { contactGroupId, alsoFrom: [id] }
      for (const what of ['estimate', 'preflight']) {
        expect(await call('POST', `/campaigns/${first.id}/${what}`, asked)).toMatchObject({
          status: 404,
          body: { code: 'device_not_found' },
        })
      }
    }
  })

  test('passes to another device when its own is removed', async () => {
    const to = people(4000, 4)
    const { id } = await start('Removed', to, { minIntervalSeconds: '8', maxIntervalSeconds: '8' })
    await until('somebody has read it', async () => (await report(id)).counts.read > 0)
    expect((await call('DELETE', `/whatsapp/devices/${first.id}`)).status).toBe(200)
    const told = await report(id)
    expect(told).toMatchObject({ deviceId: second.id, deviceName: second.name, alsoFrom: [] })
    // What the removed one has sent may never be known to be read.
    await until('nobody is left', async () => (await report(id)).status === 'completed')
    const { counts } = await report(id)
    const times = heard('Removed', to)
    expect(Math.max(...times)).toBe(1)
    // A person without a message has failed.
    expect(times.filter((copies) => copies === 1).length + counts.failed).toBeGreaterThanOrEqual(4)
    expect([counts.queued, counts.sending, counts.skipped]).toEqual([0, 0, 0])
    expect((await call('GET', `/campaigns/${second.id}/${id}`)).status).toBe(200)
  })
})
