import type { CampaignMessages, CampaignReport, LedgerPage } from '@kirim/contract/campaign-ledger'
import type { LedgerPersonDetails } from '@kirim/contract/ledger-person'
import { ledgerText } from '@kirim/contract/ledger-texts'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { campaignForm, makeGroup, pngFile } from '../../../testing/test-browser.ts'

const FARAH = '60123456701'
const NOBODY = '60123456702'
const STOPPED = '60123456703'
const GONE = '60123456704'
const OFFLINE = '60123456705'

describe.each(journeyEngines)('the ledger of a campaign on %s', (engine) => {
  let number: LinkedNumber
  let id: string
  beforeAll(async () => {
    number = await startLinkedNumber(engine)
    const { app, network, session, device } = number
    network.setUnregistered(device.number, NOBODY, true)
    network.setContactOffline(device.number, OFFLINE, true)
    await call('POST', '/opt-outs', { phoneNumber: STOPPED })
    const contactGroupId = await makeGroup(app, session, 'Pelanggan', [
      { name: 'Fārah', phoneNumber: FARAH },
      { name: 'Nobody', phoneNumber: NOBODY },
      { name: '=Stopped', phoneNumber: STOPPED },
      { name: 'Gone', phoneNumber: GONE },
      { name: 'Offline', phoneNumber: OFFLINE },
    ])
    const form = { campaignName: 'Menu', caption: 'Hi [name]', contactGroupId }
    const body = campaignForm({ ...form, statusEnabled: 'false', mediaFile: pngFile('menu.png') })
    const made = await call('POST', `/campaigns/${device.id}`, body)
    id = (made.body as { id: string }).id
    const [gone] = (await call('GET', `/contacts?q=${GONE}`)).body as { _id: string }[]
    await call('DELETE', `/contacts/${gone?._id}?leaveCampaigns=true`)
    await call('PUT', `/campaigns/${device.id}/${id}/status`, { status: 'Enabled' })
    await until('everybody is settled', async () => {
      const { counts, status } = await report()
      return status === 'completed' && counts.read === 1 && counts.sent === 1
    })
  })
  afterAll(() => number.stop())

  const call = (method: string, path: string, body?: unknown, token = number.session.token) =>
    number.app.call(method, path, { token, ...(body !== undefined && { body }) })
  const report = async () => (await call('GET', `/ledger/${id}`)).body as CampaignReport
  const people = async (query = '') =>
    (await call('GET', `/ledger/${id}/people${query}`)).body as LedgerPage
  const numbers = async (query: string) =>
    (await people(query)).items.map(({ phoneNumber }) => phoneNumber)

  test('explains the state of everybody', async () => {
    const told = (await people()).items.map(({ phoneNumber, state, at, sentence }) => [
      phoneNumber,
      state,
      at !== null,
      ledgerText(sentence),
    ])
    const { items } = (await call('GET', `/opt-outs?q=${STOPPED}`)).body as {
      items: { since: string }[]
    }
    expect(told).toEqual([
      [FARAH, 'read', true, expect.stringMatching(/^Not answered\. Answers count until 2/)],
      [NOBODY, 'failed', true, `Not on WhatsApp. Checked through ${number.device.name}.`],
      [STOPPED, 'skipped', true, `Opted out ${items[0]?.since}. Skipped.`],
      [GONE, 'skipped', true, 'Removed from the campaign together with the contact.'],
      [OFFLINE, 'sent', true, 'Sent to WhatsApp, not on their phone yet.'],
    ])
  })

  test('sums up the campaign, its pace and its reasons', async () => {
    const told = await report()
    expect(told).toMatchObject({
      name: 'Menu',
      groupName: 'Pelanggan',
      deviceName: number.device.name,
      total: 5,
      counts: { queued: 0, sent: 1, delivered: 0, read: 1, failed: 1, skipped: 2 },
      endsAt: null,
      behind: null,
    })
    // Of the time since it began, five minutes at most and a quarter of one at least.
    expect(told.perMinute).toBeGreaterThanOrEqual(2 / 5)
    expect(told.perMinute).toBeLessThanOrEqual(2 / 0.25)
    expect(Date.parse(told.startedAt ?? '')).toBeGreaterThan(Date.parse(told.createdAt))
    expect(told.reasons.map(({ reason, state, people: n }) => [reason, state, n])).toEqual(
      expect.arrayContaining([
        ['not_on_whatsapp', 'failed', 1],
        ['opted_out', 'skipped', 1],
        ['taken_out', 'skipped', 1],
      ]),
    )
  })

  test('is filtered by state, reason, name and number, page by page', async () => {
    expect(await numbers('?state=skipped')).toEqual([STOPPED, GONE])
    expect(await numbers('?state=skipped&reason=opted_out')).toEqual([STOPPED])
    expect(await numbers('?q=farah')).toEqual([FARAH])
    expect(await numbers('?q=%2B60%2012-345%206705')).toEqual([OFFLINE])
    expect(await numbers('?q=nobody&state=read')).toEqual([])
    const first = await people('?limit=2')
    const second = await people(`?limit=2&cursor=${first.next}`)
    const third = await people(`?limit=2&cursor=${second.next}`)
    expect([...first.items, ...second.items, ...third.items]).toEqual((await people()).items)
    expect(third.next).toBeNull()
    expect((await call('GET', `/ledger/${id}/people?cursor=x`)).status).toBe(400)
    expect((await call('GET', `/ledger/${id}/people?state=lost`)).status).toBe(400)
  })

  test('reloads listed people in any state', async () => {
    const positions = (await people('?limit=2')).items.map((person) => person.id.split('.')[1])
    const again = await people(`?at=${positions.join()}&state=queued`)
    expect(again.items.map(({ phoneNumber }) => phoneNumber)).toEqual([FARAH, NOBODY])
    expect(again.next).toBeNull()
    expect((await call('GET', `/ledger/${id}/people?at=1,x`)).status).toBe(400)
  })

  test('shows the timeline and messages of one person', async () => {
    const farah = (await people('?q=farah')).items[0]
    const { body } = await call('GET', `/ledger/${id}/people/${farah?.id}`)
    const { steps, messages } = body as LedgerPersonDetails
    expect(steps.map(({ state }) => state)).toEqual(['queued', 'sent', 'delivered', 'read'])
    const times = steps.map(({ at }) => Date.parse(at ?? ''))
    expect(times).toEqual([...times].sort((one, other) => one - other))
    expect(messages).toMatchObject([
      { text: 'Hi Fārah', state: 'read', attempts: 0, file: { originalName: 'menu.png' } },
    ])
    const nobody = (await people('?q=nobody')).items[0]
    const details = (await call('GET', `/ledger/${id}/people/${nobody?.id}`)).body
    expect(details).toMatchObject({
      steps: [{ state: 'queued' }, { state: 'failed', sentence: { code: 'not_on_whatsapp' } }],
      messages: [],
    })
    for (const unknown of ['1', 'x', `${id}.999`, `${id}.1e0`, `x.1`, `${id}.1.1`]) {
      expect(await call('GET', `/ledger/${id}/people/${unknown}`)).toMatchObject({
        status: 404,
        body: { code: 'recipient_not_found' },
      })
    }
  })

  test('counts messages by when they left, per campaign and per owner', async () => {
    const { width, spans } = (await call('GET', `/ledger/${id}/messages?timeZone=Asia/Tokyo`))
      .body as CampaignMessages
    const sum = (all: CampaignMessages['spans']) =>
      all.reduce(
        (total, { sent, read }) => ({ sent: total.sent + sent, read: total.read + read }),
        {
          sent: 0,
          read: 0,
        },
      )
    expect(width).toBe('quarter')
    expect(sum(spans)).toEqual({ sent: 1, read: 1 })
    const days = (await call('GET', '/analytics/dashboard/messages-a-day?days=14&timeZone=UTC'))
      .body as CampaignMessages['spans']
    expect(days).toHaveLength(14)
    expect(sum(days)).toEqual({ sent: 1, read: 1 })
    expect((await call('GET', `/ledger/${id}/messages?timeZone=Nowhere`)).status).toBe(400)
    expect((await call('GET', '/analytics/dashboard/messages-a-day?days=15')).status).toBe(400)
  })

  test('is exported completely or by state, without formulas in cells', async () => {
    const lines = async (query = '') =>
      String((await call('GET', `/ledger/${id}/export.csv${query}`)).body)
        .trim()
        .split('\r\n')
    const [headings, ...rows] = await lines()
    expect(headings).toContain('Name,Phone number,State')
    expect(rows).toHaveLength(5)
    expect(rows[2]).toMatch(/^'=Stopped,60123456703,Skipped,,,,.*Opted out/)
    expect((await lines('?state=failed')).slice(1)).toHaveLength(1)
    expect((await lines('?state=skipped&reason=taken_out')).slice(1)).toHaveLength(1)
    expect((await lines('?q=farah')).slice(1)).toHaveLength(1)
  })

  test('is visible to its owner only', async () => {
    const { token } = await number.app.newUser('Omar')
    for (const path of ['', '/messages', '/people', '/people/1', '/export.csv']) {
      expect(await call('GET', `/ledger/${id}${path}`, undefined, token)).toMatchObject({
        status: 404,
        body: { code: 'campaign_not_found' },
      })
    }
  })
})
