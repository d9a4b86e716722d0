import type { LedgerPage } from '@kirim/contract/campaign-ledger'
import type { Preflight } from '@kirim/contract/campaign-preflight'
import type { Device } from '@kirim/contract/devices'
import { ledgerText } from '@kirim/contract/ledger-texts'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { seedDevice } from '../../../testing/seed-user.ts'
import { campaignForm, makeGroup, openBrowser, pngFile } from '../../../testing/test-browser.ts'
import { HELD_UNSETTLED } from '../recipients/reasons.ts'

const FARAH = '60123456701'
const STOPPED = '60123456702'
const NAMELESS = '60123456703'
const LONG_NAME = 'Tengku Nur Aisyah binti Haji Abdul Rahman'

describe.each(journeyEngines)('before a campaign is saved, on %s', (engine) => {
  let number: LinkedNumber
  let contactGroupId: string
  beforeAll(async () => {
    number = await startLinkedNumber(engine, {
      clock: createFastClock(10, Date.now()),
      sharesClock: true,
    })
    contactGroupId = await makeGroup(number.app, number.session, 'Pelanggan', [
      { name: 'Fārah', phoneNumber: FARAH },
      { name: 'Stopped', phoneNumber: STOPPED },
      { name: NAMELESS, phoneNumber: NAMELESS },
      { name: LONG_NAME, phoneNumber: '60123456704' },
    ])
    await call('POST', '/opt-outs', { phoneNumber: STOPPED })
  })
  afterAll(() => number.stop())

  const call = (method: string, path: string, body?: unknown, token = number.session.token) =>
    number.app.call(method, path, { token, ...(body !== undefined && { body }) })
  async function preflight(form: object = {}): Promise<Preflight> {
    const path = `/campaigns/${number.device.id}/preflight`
    const answer = await call('POST', path, { contactGroupId, ...form })
    expect(answer.status).toBe(200)
    const told = answer.body as Preflight
    // The hour of the day is that of the test.
    return { ...told, findings: told.findings.filter(({ code }) => !code.endsWith('_at_night')) }
  }

  test('counts reached and left out people, and predicts the end', async () => {
    const { people, estimate, check } = await preflight({ caption: 'Hi' })
    expect(people).toMatchObject({
      total: 4,
      optedOut: { people: 1, first: [{ name: 'Stopped', phoneNumber: STOPPED }] },
      samePerson: { people: 0 },
      notOnWhatsApp: { people: 0 },
      reached: 3,
      unchecked: 3,
      neverWritten: 3,
      checkedAt: null,
    })
    expect(estimate).toMatchObject({ people: 3, alreadyWritten: 0, ahead: 0 })
    expect(Date.parse(estimate.endsAt ?? '')).toBeGreaterThan(Date.parse(estimate.startsAt ?? ''))
    expect(check).toBeNull()
  })

  test('previews the text for three people as it would be sent', async () => {
    const { previews, findings } = await preflight({
      caption: 'Hi [name|kawan], come to [me_wa_name]',
      optOutLine: 'en',
      enableLink: 'true',
      urlLink: 'http://localhost/menu',
    })
    const end = `, come to ${number.device.name}\n\nhttp://localhost/menu\nReply STOP to stop.`
    expect(previews.map(({ kind, text, missing }) => [kind, text, missing])).toEqual([
      ['plain', `Hi Fārah${end}`, []],
      ['longest', `Hi ${LONG_NAME}${end}`, []],
      ['missing', `Hi kawan${end}`, ['name']],
    ])
    expect(previews.map(({ fallbacks }) => fallbacks)).toEqual([
      [],
      [],
      [{ start: 3, end: 8, placeholder: 'name' }],
    ])
    expect(findings).toEqual([
      { code: 'link_closed', params: { link: 'http://localhost/menu' }, tone: 'warning' },
      { code: 'field_empty', params: { placeholder: 'name', people: 1 }, tone: 'info' },
    ])
  })

  test('reports only missing values of the shown wording', async () => {
    const { previews, findings } = await preflight({
      caption: 'Hi [name|kawan]',
      variants: ['Salam', 'Salam, [wa_name]'],
    })
    expect(previews.map(({ letter, text, missing }) => [letter, text, missing])).toEqual([
      ['A', 'Hi Fārah', []],
      ['B', 'Salam', []],
      ['C', 'Salam', ['wa_name']],
    ])
    expect(findings.map(({ params }) => params)).toEqual([
      { placeholder: 'name', people: 1 },
      { placeholder: 'wa_name', people: 1 },
    ])
  })

  test('finds an empty message, missing files and an endless schedule', async () => {
    const codes = async (form: object) => (await preflight(form)).findings.map(({ code }) => code)
    expect(await codes({})).toEqual(['text_empty'])
    expect(await codes({ hasUpload: 'true' })).toEqual([])
    expect(await codes({ caption: 'Hi', mediaAttachments: ['gone'] })).toEqual(['files_missing'])
  })

  test('finds an unknown placeholder that is sent as written', async () => {
    const { previews, findings } = await preflight({ caption: 'Hi [nmae]' })
    expect(previews.map(({ text }) => text)).toEqual(Array(3).fill('Hi [nmae]'))
    expect(findings).toEqual([
      { code: 'placeholder_unknown', params: { text: '[nmae]' }, tone: 'warning' },
    ])
  })

  test('of an edited campaign, counts the people that saving would keep', async () => {
    const form = { campaignName: 'Menu', caption: 'Hi [name]', contactGroupId }
    const body = campaignForm({ ...form, statusEnabled: 'false' })
    const made = await call('POST', `/campaigns/${number.device.id}`, body)
    const { id: campaignId } = made.body as { id: string }
    expect((await preflight({ campaignId })).people).toMatchObject({ total: 4, reached: 3 })
    const others = await makeGroup(number.app, number.session, 'Others', [
      { name: 'Omar', phoneNumber: '60123456709' },
    ])
    const { people } = await preflight({ campaignId, contactGroupId: others })
    expect(people).toMatchObject({ total: 1, reached: 1 })
  })

  test('checks numbers, and the campaign does not look them up again', async () => {
    const { app, network, session, device } = number
    const absent = '60123450000'
    const group = await makeGroup(app, session, 'Checked', [
      { name: 'Nobody', phoneNumber: absent },
      { name: 'Somebody', phoneNumber: '60123456720' },
    ])
    const path = `/campaigns/${device.id}/check-numbers`
    expect(await call('POST', path, { contactGroupId: group })).toMatchObject({
      status: 200,
      body: { check: { done: 0, total: 2, waits: false } },
    })
    await until('both are checked', async () => {
      const { people, check } = await preflight({ contactGroupId: group })
      return check === null && people.unchecked === 0
    })
    const { people } = await preflight({ contactGroupId: group })
    expect(people).toMatchObject({
      reached: 1,
      notOnWhatsApp: { people: 1, first: [{ name: 'Nobody', phoneNumber: absent }] },
      checkedThrough: device.name,
    })
    // From now on the network would answer otherwise, and is not asked.
    network.setUnregistered(device.number, absent, false)
    network.setUnregistered(device.number, '60123456720', true)
    const form = { campaignName: 'Checked', caption: 'Hi', contactGroupId: group }
    const made = await call('POST', `/campaigns/${device.id}`, campaignForm(form))
    const { id } = made.body as { id: string }
    const standing = async () =>
      ((await call('GET', `/ledger/${id}/people`)).body as LedgerPage).items
    await until('it was sent', async () => (await standing()).every(({ at }) => at !== null))
    const [nobody, somebody] = await standing()
    expect([nobody?.state, somebody?.state]).toEqual(['failed', 'sent'])
    expect(nobody && ledgerText(nobody.sentence)).toBe(
      `Not on WhatsApp. Checked through ${device.name} ${people.checkedAt}.`,
    )
    const rest = await call('GET', `/campaigns/${device.id}/${id}/rest?includeFailed=true`)
    expect(rest.body).toMatchObject({ people: 1, failed: 1 })
    expect((await call('GET', `/ledger/${id}`)).body).toMatchObject({ failuresInARow: 0 })

    // Who was not there is asked for again before it is forgotten, when their owner wants it.
    expect(await call('POST', path, { contactGroupId: group, absent: true })).toMatchObject({
      status: 200,
      body: { check: { total: 1 } },
    })
    await until('they are found', async () => {
      const again = await preflight({ contactGroupId: group })
      return again.check === null && again.people.reached === 2
    })

    // Who is tried again is asked for again, whatever is remembered.
    const db = app.openDatabase()
    await db
      .updateTable('number_checks')
      .set({ on_whatsapp: 0, jid: null })
      .where('phone_number', '=', absent)
      .execute()
    await db.destroy()
    const retried = await call('POST', `/campaigns/${device.id}/${id}/retry-failed`)
    expect(retried.status).toBe(200)
    const has = ['sent', 'delivered', 'read']
    await until('they have it', async () =>
      (await standing()).every(({ state }) => has.includes(state)),
    )
  })

  test('reports limited and offline devices, and predicts the end with them', async () => {
    const { app, device } = number
    const at = new Date(Date.now() + 3_600_000)
    const db = app.openDatabase()
    const limit = (until: number | null) =>
      db.updateTable('devices').set({ limited_until: until }).where('id', '=', device.id).execute()
    await limit(at.getTime())
    const limited = await preflight({ caption: 'Hi' })
    await limit(null)
    await db.destroy()
    const params = { device: device.name }
    expect(limited.findings).toContainEqual({
      code: 'number_limited_guess',
      params: { ...params, at: at.toISOString() },
      tone: 'warning',
    })
    expect(Date.parse(limited.estimate.startsAt ?? '')).toBeGreaterThanOrEqual(at.getTime())
    const browser = await openBrowser(app.url, number.session)
    browser.socket.emit('whatsapp_disconnect_request', device.id)
    await until('it is away', async () => (await preflight({})).estimate.isOffline)
    const away = await preflight({ caption: 'Hi' })
    expect(away.findings).toContainEqual({ code: 'number_offline', params, tone: 'warning' })
    expect(away.estimate).toMatchObject({ startsAt: null, endsAt: null, isOffline: true })
    const estimate = await call('POST', `/campaigns/${device.id}/estimate`, { contactGroupId })
    expect(estimate.body).toMatchObject({ people: 4, endsAt: null, isOffline: true })
    browser.socket.emit('whatsapp_reconnect_request', device.id)
    await until('it is back', async () => {
      const { body } = await call('GET', '/whatsapp/devices')
      return (body as Device[]).every(({ connected }) => connected)
    })
    browser.close()
  })

  test('has no end while an offline device holds people who may have the message', async () => {
    const { app, session, device } = number
    const workspaceId = session._id
    const db = app.openDatabase()
    const away = await seedDevice(db, workspaceId, '60123456798')
    const columns = { id: 'waits', user_id: workspaceId, device_id: device.id, queued: 1, held: 1 }
    const campaign = campaignRow(columns, { enabled: false, furtherDevices: [away] })
    await db.insertInto('campaigns').values(campaign).execute()
    const person = { campaign_id: 'waits', user_id: workspaceId, name: '' }
    const phoneNumber = (place: number) => `6012345673${place}`
    await db
      .insertInto('recipients')
      .values([
        { ...person, id: 'w0', position: 0, phone_number: phoneNumber(0), state: 'queued' },
        {
          ...{ ...person, id: 'w1', position: 1, phone_number: phoneNumber(1), state: 'held' },
          ...{ device_id: away, reason: HELD_UNSETTLED },
        },
      ])
      .execute()
    await db.destroy()
    // Of a group that is gone, so that it keeps its people.
    const form = { contactGroupId: 'gone', campaignId: 'waits', alsoFrom: [away] }
    const { estimate, findings } = await preflight({ ...form, caption: 'Hi' })
    expect(estimate).toMatchObject({ people: 2, endsAt: null, isOffline: false, isWaited: true })
    expect(estimate.startsAt).not.toBeNull()
    expect(findings.map(({ code }) => code)).toEqual(['number_offline'])
    const path = `/campaigns/${device.id}/estimate`
    const { body } = await call('POST', path, form)
    expect(body).toMatchObject({ people: 2, endsAt: null, isWaited: true })
  })

  test('sends a test to the own number, as one person would get it, and counts it nowhere', async () => {
    const { device, heard } = number
    const test = (form: Record<string, string | File>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(form)) body.set(name, value)
      return call('POST', `/campaigns/${device.id}/test`, body)
    }
    const summary = async () => (await call('GET', '/analytics/dashboard/overall-summary')).body
    const before = await summary()
    // Somebody who opted out is read for, but not written to.
    const sent = await test({
      phoneNumber: STOPPED,
      caption: 'Hi [name|kawan]',
      optOutLine: 'en',
      mediaFile: pngFile('menu.png'),
    })
    expect(sent).toMatchObject({
      status: 200,
      body: { state: 'sent', phoneNumber: device.number },
    })
    await until('it arrived', () => heard(device.number).length === 1)
    expect(heard(device.number)).toEqual(['Hi Stopped\nReply STOP to stop.'])
    expect(await summary()).toEqual(before)
    expect((await call('GET', '/media')).body).toEqual([])
    expect(await test({ phoneNumber: FARAH })).toMatchObject({
      status: 400,
      body: { code: 'test_empty' },
    })
    expect(await test({ phoneNumber: '60199999999', caption: 'Hi' })).toMatchObject({
      status: 409,
      body: { code: 'test_person_gone' },
    })
    await test({ phoneNumber: FARAH })
    await test({ phoneNumber: FARAH })
    expect(await test({ phoneNumber: FARAH, caption: 'Hi' })).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    })
    expect(heard(device.number)).toHaveLength(1)
  })

  test('refuses what belongs to another tenant', async () => {
    const { token } = await number.app.newUser('Omar')
    const path = `/campaigns/${number.device.id}/preflight`
    expect(await call('POST', path, { contactGroupId }, token)).toMatchObject({
      status: 404,
      body: { code: 'device_not_found' },
    })
    for (const method of ['POST', 'DELETE']) {
      const checking = `/campaigns/${number.device.id}/check-numbers`
      expect((await call(method, checking, { contactGroupId }, token)).status).toBe(404)
    }
    expect(await call('POST', path, { contactGroupId: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'group_not_found' },
    })
  })
})
