import type { Session } from '@kirim/contract/accounts'
import { NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '@kirim/contract/call'
import { type BulkCampaignSummary, GROUP_COUNTS_HEADER } from '@kirim/contract/campaign-list'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { campaignForm, linkDevice, makeGroup, openBrowser } from '../../testing/test-browser.ts'

const LIST = '/analytics/dashboard/bulk-campaign-summary'
const SLOWLY = { minIntervalSeconds: '60', maxIntervalSeconds: '60' }
const people = ['Aisyah', 'Bala', 'Chong'].map((name, index) => ({
  name,
  phoneNumber: `6012345690${index}`,
}))

describe.each(journeyEngines)('the control of campaigns on %s', (engine) => {
  const clock = createFastClock(20)
  let app: TestApp
  let session: Session
  let device: Device
  let contactGroupId: string

  beforeAll(async () => {
    app = await startTestApp(engine, { clock })
    session = await app.newUser('Siti')
    device = await linkDevice(app, session)
    contactGroupId = await makeGroup(app, session, 'Pelanggan', people)
  })
  afterAll(() => app.stop())

  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: session.token, ...(body !== undefined && { body }) })
  const create = async (campaignName: string, fields: Parameters<typeof campaignForm>[0] = {}) => {
    const form = campaignForm({ campaignName, caption: campaignName, contactGroupId, ...fields })
    const answer = await call('POST', `/campaigns/${device.id}`, form)
    expect(answer.status).toBe(201)
    return answer.body as BulkCampaign
  }
  const listed = async (query = '') =>
    (await call('GET', `${LIST}${query}`)).body as BulkCampaignSummary[]
  const standing = async ({ id }: BulkCampaign) => {
    const found = (await listed()).find((item) => item.id === id)
    return [found?.status, found?.sentence.code]
  }
  const stands = (campaign: BulkCampaign, status: string, code: string) =>
    until(`it is ${status}, ${code}`, async () => {
      const [is, says] = await standing(campaign)
      return is === status && says === code
    })
  const put = (campaign: BulkCampaign, status: 'Enabled' | 'Disabled', token = session.token) =>
    app.call('PUT', `/campaigns/${device.id}/${campaign.id}/status`, { token, body: { status } })
  const remove = (campaign: BulkCampaign) =>
    call('DELETE', `/campaigns/${device.id}/${campaign.id}`)

  test('only the owner can pause and resume a campaign, and nobody is written to twice', async () => {
    // It is paused before the next one is due.
    const { campaign, behind, paused } = await clock.inRealTime(async () => {
      const campaign = await create('Pause', SLOWLY)
      await stands(campaign, 'sending', 'sending')
      const behind = await create('Behind')
      await stands(behind, 'queued', 'queued')
      expect((await listed()).find(({ id }) => id === behind.id)?.sentence.params).toEqual({
        people: 3,
        campaign: 'Pause',
      })

      const stranger = await app.newUser()
      expect((await put(campaign, 'Disabled', stranger.token)).status).toBe(404)
      expect((await standing(campaign))[0]).toBe('sending')
      return { campaign, behind, paused: await put(campaign, 'Disabled') }
    })
    expect(paused.body).toMatchObject({ status: 'paused', sentence: { code: 'paused' } })
    expect(Date.parse((paused.body as BulkCampaignSummary).pausedAt ?? '')).toBeLessThanOrEqual(
      clock.now(),
    )
    const pausedAgain = (await put(campaign, 'Disabled')).body
    expect(pausedAgain).toMatchObject({ pausedAt: (paused.body as BulkCampaignSummary).pausedAt })
    // A paused campaign does not block others.
    await stands(behind, 'completed', 'completed')

    const form = { campaignName: 'Pause', caption: 'Pause', contactGroupId }
    await call(
      'PUT',
      `/campaigns/${device.id}/${campaign.id}`,
      campaignForm({ ...form, statusEnabled: 'false' }),
    )
    expect((await put(campaign, 'Enabled')).body).toMatchObject({ pausedAt: null })
    await stands(campaign, 'completed', 'completed')
    const found = async () => (await listed()).find(({ id }) => id === campaign.id)
    await until('everybody has it', async () => (await found())?.sent === 3)
    const done = await found()
    expect(done?.total).toBe(3)
    expect(Date.parse(done?.endedAt ?? '')).toBeGreaterThan(Date.parse(done?.createdAt ?? ''))
    for (const { phoneNumber } of people) {
      const path = `/sandbox/phones/${device.number}/chats/${phoneNumber}/messages`
      const texts = ((await call('GET', path)).body as { text: string }[]).map(({ text }) => text)
      expect(texts.filter((text) => text === 'Pause')).toHaveLength(1)
    }
    await Promise.all([remove(campaign), remove(behind)])
  })

  test('a campaign without its number says why, and resumes with it', async () => {
    // Enough that it does not end before the last step, however slow the machine is.
    const many = Array.from({ length: 40 }, (_, n) => ({
      name: 'Devi',
      phoneNumber: `601234570${n + 10}`,
    }))
    const crowd = await makeGroup(app, session, 'Ramai', many)
    const campaign = await create('Waits', { ...SLOWLY, contactGroupId: crowd })
    const later = await create('Later', { scheduledAt: new Date(clock.now() + 1e9).toISOString() })
    await stands(campaign, 'sending', 'sending')
    const browser = await openBrowser(app.url, session)
    browser.socket.emit('whatsapp_disconnect_request', device.id)
    await stands(campaign, 'waiting_number', 'number_disconnected')
    expect(await standing(later)).toEqual(['scheduled', 'scheduled_disconnected'])
    browser.socket.emit('whatsapp_reconnect_request', device.id)
    await stands(campaign, 'sending', 'sending')

    await call('PUT', `/sandbox/phones/${device.number}`, { action: 'unlink' })
    await stands(campaign, 'waiting_number', 'number_unlinked')
    expect(await standing(later)).toEqual(['scheduled', 'scheduled_unlinked'])
    await linkDevice(app, session, device.number)
    await stands(campaign, 'sending', 'sending')

    await call('DELETE', `/whatsapp/devices/${device.id}`)
    expect(await standing(campaign)).toEqual(['cancelled', 'cancelled'])
    const refused = await put(campaign, 'Enabled')
    expect(refused).toMatchObject({ status: 409, body: { code: 'campaign_number_removed' } })
    await linkDevice(app, session, device.number)
    expect(await standing(campaign)).toEqual(['paused', 'paused_number_removed'])
    expect((await put(campaign, 'Enabled')).status).toBe(200)
    await stands(campaign, 'sending', 'sending')
    browser.close()
    await Promise.all([remove(campaign), remove(later)])
  })

  test('the list is complete without a limit, and paged, grouped and searched with one', async () => {
    const off = { statusEnabled: 'false' }
    for (const name of ['Satu', 'Dua', 'Tiga', 'Empat', 'Lima']) await create(name, off)
    await create('Enam', { scheduledAt: new Date(clock.now() + 1e9).toISOString() })
    const whole = await call('GET', LIST)
    expect((whole.body as BulkCampaignSummary[]).map(({ name }) => name)).toEqual([
      'Enam',
      'Lima',
      'Empat',
      'Tiga',
      'Dua',
      'Satu',
    ])
    expect(whole.headers.get(TOTAL_COUNT_HEADER)).toBeNull()
    const shown: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await call('GET', `${LIST}?limit=4&sort=name&cursor=${cursor}`)
      shown.push(...(page.body as BulkCampaignSummary[]).map(({ name }) => name))
      expect(page.headers.get(TOTAL_COUNT_HEADER)).toBe('6')
      expect(page.headers.get(GROUP_COUNTS_HEADER)?.split(', ').sort()).toEqual([
        'draft=5',
        'scheduled=1',
      ])
      cursor = page.headers.get(NEXT_CURSOR_HEADER)
    }
    expect(shown).toEqual(['Dua', 'Empat', 'Enam', 'Lima', 'Satu', 'Tiga'])
    const drafts = await call('GET', `${LIST}?limit=9&status=draft&q=a pelanggan`)
    expect(drafts.headers.get(TOTAL_COUNT_HEADER)).toBe('5')
    expect((await listed('?limit=9&status=scheduled')).map(({ name }) => name)).toEqual(['Enam'])
    expect(await listed('?limit=9&status=current')).toEqual([])
    const stranger = await app.newUser()
    const none = await app.call('GET', `${LIST}?limit=9`, { token: stranger.token })
    expect([none.body, none.headers.get(TOTAL_COUNT_HEADER)]).toEqual([[], '0'])
  })

  test.each([
    'limit=2&cursor=nowhere',
    'limit=2&cursor=1.2.3',
    'limit=2&sort=sent&cursor=abc.1',
    'limit=2&sort=sent&cursor=9999999999999999.1',
    'limit=2&sort=size',
    'limit=2&status=lost',
  ])('%s answers 400', async (query) => {
    expect((await call('GET', `${LIST}?${query}`)).status).toBe(400)
  })
})
