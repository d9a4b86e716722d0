import type { Session } from '@kirim/contract/accounts'
import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Contact } from '@kirim/contract/contacts'
import type { Device, DeviceUse } from '@kirim/contract/devices'
import type { SandboxMessage } from '@kirim/contract/sandbox'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import {
  campaignForm,
  linkDevice,
  makeGroup,
  openBrowser,
  pngFile,
} from '../../../testing/test-browser.ts'

const people = ['Aisyah', 'Bala', 'Chong'].map((name, index) => ({
  name,
  phoneNumber: `6012345671${index}`,
}))
const NONE = { running: 0, waiting: 0, paused: 0, completed: 0 }

describe.each(journeyEngines)('deleting what campaigns use, on %s', (engine) => {
  const clock = createFastClock(20)
  let app: TestApp
  let session: Session
  let stranger: Session
  let device: Device

  beforeAll(async () => {
    app = await startTestApp(engine, { clock })
    session = await app.newUser('Siti')
    stranger = await app.newUser()
    device = await linkDevice(app, session)
  })
  afterAll(() => app.stop())

  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: session.token, ...(body !== undefined && { body }) })
  const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(method, path, body)
    expect([path, answer.status]).toEqual([path, expect.toSatisfy((status) => status < 300)])
    return answer.body as T
  }
  const later = () => new Date(clock.now() + 1e9).toISOString()
  const create = (fields: Parameters<typeof campaignForm>[0]) =>
    ok<BulkCampaign>('POST', `/campaigns/${device.id}`, campaignForm(fields))
  const list = () => ok<BulkCampaignSummary[]>('GET', '/analytics/dashboard/bulk-campaign-summary')
  const statusOf = async (id: string) => (await list()).find((item) => item.id === id)?.status
  const use = (path: string) => ok('GET', `${path}/usage`)
  const heard = async (number: string, caption: string) => {
    const messages = await ok<SandboxMessage[]>(
      'GET',
      `/sandbox/phones/${device.number}/chats/${number}/messages`,
    )
    return messages.filter(({ text }) => text === caption)
  }
  const saved = (campaign: BulkCampaign, fields: Parameters<typeof campaignForm>[0]) =>
    ok<BulkCampaign>(
      'PUT',
      `/campaigns/${device.id}/${campaign.id}`,
      campaignForm({ campaignName: campaign.campaignName, ...fields }),
    )
  const notForStrangers = async (path: string) =>
    expect(await app.call('GET', `${path}/usage`, { token: stranger.token })).toMatchObject({
      status: 404,
    })

  test('a group and a contact: uses are counted, and everybody is still written to', async () => {
    const contactGroupId = await makeGroup(app, session, 'Semua', people)
    const group = `/contact-groups/${contactGroupId}`
    const contacts = await ok<Contact[]>('GET', `${group}/contacts`)
    const chong = contacts.find(({ name }) => name === 'Chong')
    const person = `/contacts/${chong?._id}`
    expect(await use(group)).toEqual(NONE)
    expect(await use(person)).toEqual(NONE)

    // It still runs at the end of this.
    const [running, waiting] = await clock.inRealTime(async () => {
      const running = await create({
        campaignName: 'Running',
        caption: 'Running',
        contactGroupId,
        minIntervalSeconds: '60',
        maxIntervalSeconds: '60',
      })
      await until('it runs', async () => (await statusOf(running.id)) === 'sending')
      await create({ campaignName: 'Later', contactGroupId, scheduledAt: later() })
      const waiting = await create({
        campaignName: 'Tonight',
        contactGroupId,
        scheduledAt: later(),
      })
      await create({ campaignName: 'Off', contactGroupId, statusEnabled: 'false' })
      const counts = { running: 1, waiting: 2, paused: 1, completed: 0 }
      expect(await use(group)).toEqual(counts)
      expect(await use(person)).toEqual(counts)
      await notForStrangers(group)
      await notForStrangers(person)

      await ok('DELETE', person)
      await ok('DELETE', group)
      expect((await call('GET', `${group}/usage`)).status).toBe(404)
      expect((await call('GET', `${person}/usage`)).status).toBe(404)
      expect(await statusOf(running.id)).toBe('sending')
      await saved(running, { contactGroupId: 'deleted', caption: 'Running' })
      return [running, waiting]
    })
    await until(
      'everybody was written to',
      async () => (await statusOf(running.id)) === 'completed',
    )
    for (const { phoneNumber } of people) {
      expect(await heard(phoneNumber, 'Running')).toHaveLength(1)
    }

    const changed = await saved(waiting, { contactGroupId: 'deleted', caption: 'Tonight' })
    expect(changed).toMatchObject({ contactGroupId: null, contactGroupName: 'Semua' })
    await until(
      'everybody was written to',
      async () => (await statusOf(waiting.id)) === 'completed',
    )
    expect(await heard('60123456712', 'Tonight')).toHaveLength(1)
  })

  test('a contact already written to is not counted', async () => {
    const contactGroupId = await makeGroup(app, session, 'Satu', [
      { name: 'Devi', phoneNumber: '60123456720' },
    ])
    const campaign = await create({ campaignName: 'Done', caption: 'Done', contactGroupId })
    await until('it is over', async () => (await statusOf(campaign.id)) === 'completed')
    const [devi] = await ok<Contact[]>('GET', `/contact-groups/${contactGroupId}/contacts`)
    expect(await use(`/contacts/${devi?._id}`)).toEqual(NONE)
    expect(await use(`/contact-groups/${contactGroupId}`)).toEqual({ ...NONE, completed: 1 })
  })

  test('a file: it is still sent, and deleted once no campaign uses it', async () => {
    const contactGroupId = await makeGroup(app, session, 'Gambar', [
      { name: 'Ali', phoneNumber: '60123456730' },
    ])
    const upload = new FormData()
    upload.set('mediaFile', pngFile('menu.png'))
    const { _id, fileName } = await ok<{ _id: string; fileName: string }>('POST', '/media', upload)
    const file = `/media/${_id}`
    expect(await use(file)).toEqual(NONE)
    const fields = { contactGroupId, caption: 'Menu', mediaAttachments: [_id] }
    const campaign = await create({ ...fields, campaignName: 'Menu', scheduledAt: later() })
    expect(await use(file)).toEqual({ ...NONE, waiting: 1 })
    await notForStrangers(file)

    await ok('DELETE', file)
    const loaded = await ok<BulkCampaign>('GET', `/campaigns/${device.id}/${campaign.id}`)
    expect(loaded.mediaAttachments).toEqual([_id])
    await saved(campaign, fields)
    await until('it was sent', async () => (await statusOf(campaign.id)) === 'completed')
    expect(await heard('60123456730', 'Menu')).toMatchObject([{ kind: 'image' }])

    const uploads = () => fetch(`${app.url}/uploads/${fileName}`)
    expect((await uploads()).status).toBe(200)
    await ok('DELETE', `/campaigns/${device.id}/${campaign.id}`)
    expect((await uploads()).status).toBe(404)
  })

  test('a number: its campaigns and chatbot stop, and resume after a new scan', async () => {
    const contactGroupId = await makeGroup(app, session, 'Nombor', [
      { name: 'Omar', phoneNumber: '60123456740' },
    ])
    const path = `/whatsapp/devices/${device.id}`
    const before = await ok<{ campaigns: typeof NONE }>('GET', `${path}/usage`)
    const fields = { contactGroupId, caption: 'Nombor' }
    const campaign = await create({ ...fields, campaignName: 'Nombor', scheduledAt: later() })
    await ok('PUT', `/ai-chatbot/devices/${device.id}/status`, { isEnabled: true })
    expect(await use(path)).toEqual({
      campaigns: { ...before.campaigns, waiting: before.campaigns.waiting + 1 },
      shared: NONE,
      sharedAway: NONE,
      waiting: { campaigns: 0, people: 0 },
      chatbotEnabled: true,
    })
    await notForStrangers(path)

    await ok('DELETE', path)
    expect((await call('GET', `${path}/usage`)).status).toBe(404)
    expect(await statusOf(campaign.id)).toBe('cancelled')

    const again = await linkDevice(app, session, device.number)
    expect(again.id).toBe(device.id)
    expect(await statusOf(campaign.id)).toBe('paused')
    expect(await use(path)).toMatchObject({ campaigns: { waiting: 0 }, chatbotEnabled: false })
    await saved(campaign, fields)
    await until('it was sent', async () => (await statusOf(campaign.id)) === 'completed')
    expect(await heard('60123456740', 'Nombor')).toHaveLength(1)
  })

  test('a shared number: campaigns that continue without it are counted apart', async () => {
    const member = await app.newUser()
    await ok('PUT', `/admin/users/${member._id}`, { membershipPlan: 'Pro' })
    const one = await linkDevice(app, member)
    const other = await linkDevice(app, member)
    const contactGroupId = await makeGroup(app, member, 'Dua', people)
    const { token } = member
    async function createOnOne(campaignName: string, fields: object) {
      const form = { campaignName, caption: campaignName, contactGroupId, ...fields }
      const body = campaignForm(form)
      expect((await app.call('POST', `/campaigns/${one.id}`, { token, body })).status).toBe(201)
    }
    const useOf = async ({ id }: Device) =>
      (await app.call('GET', `/whatsapp/devices/${id}/usage`, { token })).body as DeviceUse
    const pace = { minIntervalSeconds: '60', maxIntervalSeconds: '60' }
    const alsoFrom = JSON.stringify([other.id])
    const waiting = { ...NONE, waiting: 1 }
    await createOnOne('Both', { alsoFrom, scheduledAt: later() })
    const browser = await openBrowser(app.url, member)
    // It still runs when its number is closed.
    await clock.inRealTime(async () => {
      await createOnOne('Alone', pace)
      await until('one is running', async () => (await useOf(one)).campaigns.running === 1)
      expect(await useOf(one)).toMatchObject({ shared: waiting, sharedAway: NONE })
      expect(await useOf(other)).toMatchObject({ campaigns: NONE, shared: waiting })
      const closed = browser.next('devices_changed')
      browser.socket.emit('whatsapp_disconnect_request', one.id)
      await closed
      await until('it stands', async () => (await useOf(one)).waiting.campaigns === 1)
    })
    expect(await useOf(one)).toMatchObject({ campaigns: waiting, shared: waiting })
    expect(await useOf(other)).toMatchObject({
      campaigns: NONE,
      shared: NONE,
      sharedAway: waiting,
      waiting: { campaigns: 0, people: 0 },
    })
    browser.close()
  })
})
