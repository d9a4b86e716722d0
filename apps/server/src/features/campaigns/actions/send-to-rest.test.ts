import type { Session } from '@kirim/contract/accounts'
import type { OverallSummary } from '@kirim/contract/analytics'
import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { CampaignEstimate, CampaignRest } from '@kirim/contract/campaign-sending'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Contact } from '@kirim/contract/contacts'
import type { Device } from '@kirim/contract/devices'
import type { SandboxMessage } from '@kirim/contract/sandbox'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pause } from '../../../platform/clock.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { campaignForm, linkDevice, makeGroup } from '../../../testing/test-browser.ts'

/** A number ending in four zeros is not on the sandbox network. */
const ABSENT = '60123450000'
/** After so long without messages the first of a campaign leaves at once, whatever its pace. */
const PACE_MAX_MS = 60_000

describe.each(journeyEngines)('a finished campaign on %s', (engine) => {
  const clock = createFastClock(20)
  let app: TestApp
  let session: Session
  let device: Device

  beforeAll(async () => {
    app = await startTestApp(engine, { clock })
    session = await app.newUser('Siti')
    device = await linkDevice(app, session)
  })
  afterAll(() => app.stop())

  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: session.token, ...(body !== undefined && { body }) })
  const pathOf = (id: string) => `/campaigns/${device.id}/${id}`
  const summary = async (id: string) => {
    const list = (await call('GET', '/analytics/dashboard/bulk-campaign-summary'))
      .body as BulkCampaignSummary[]
    return list.find((item) => item.id === id)
  }
  const completed = (id: string) =>
    until('it is over and everybody who can has read it', async () => {
      const now = await summary(id)
      return now?.status === 'completed' && now.counts.sent + now.counts.delivered === 0
    })
  const heard = async (number: string, text: string) =>
    (
      (await call('GET', `/sandbox/phones/${device.number}/chats/${number}/messages`))
        .body as SandboxMessage[]
    ).filter((message) => message.text === text).length
  const add = (groupId: string, phoneNumber: string) =>
    call('POST', '/contacts', { name: `Person ${phoneNumber}`, phoneNumber, groupId })
  const finished = async (caption: string, numbers: readonly string[], pace = {}) => {
    const people = numbers.map((phoneNumber) => ({ name: `P ${phoneNumber}`, phoneNumber }))
    const groupId = await makeGroup(app, session, caption, people)
    const form = campaignForm({ campaignName: caption, caption, contactGroupId: groupId, ...pace })
    const { id } = (await call('POST', `/campaigns/${device.id}`, form)).body as BulkCampaign
    await completed(id)
    return { id, groupId }
  }
  const edit = (id: string, groupId: string, more = {}) =>
    call(
      'PUT',
      pathOf(id),
      campaignForm({ campaignName: 'Edited', caption: 'Edited', contactGroupId: groupId, ...more }),
    )

  test('is not sent again by an edit of its group', async () => {
    const { id, groupId } = await finished('Once', ['60123456701', '60123456702'])
    await add(groupId, '60123456703')
    const other = await makeGroup(app, session, 'Others', [
      { name: 'Devi', phoneNumber: '60123456704' },
    ])
    for (const group of [groupId, other]) {
      expect(await edit(id, group)).toMatchObject({
        status: 409,
        body: { code: 'campaign_completed' },
      })
    }
    expect(await summary(id)).toMatchObject({ status: 'completed', total: 2, name: 'Once' })
    expect(await heard('60123456703', 'Edited')).toBe(0)
  })

  test('goes to the new people of its group once, even for repeated requests', async () => {
    const { id, groupId } = await finished('Rest', ['60123456711'])
    const rest = () => call('GET', `${pathOf(id)}/rest`)
    const send = () => call('POST', `${pathOf(id)}/send-to-rest`, {})
    expect(await rest()).toMatchObject({ status: 200, body: { people: 0, failed: 0 } })
    expect(await send()).toMatchObject({ status: 409, body: { code: 'campaign_rest_empty' } })

    await add(groupId, '60123456712')
    await add(groupId, '60123456713')
    const { body } = await rest()
    expect(body).toMatchObject({ people: 2, alreadyWritten: 1, ahead: 0 })
    const { startsAt, endsAt } = body as CampaignRest
    expect(Date.parse(endsAt ?? '') - Date.parse(startsAt ?? '')).toBe(8000)

    const answers = await Promise.all([send(), send(), send()])
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409, 409])
    await completed(id)
    expect(await summary(id)).toMatchObject({ total: 3, counts: { read: 3 } })
    for (const number of ['60123456711', '60123456712', '60123456713']) {
      expect([number, await heard(number, 'Rest')]).toEqual([number, 1])
    }
  })

  test('stays finished when the rest exceeds the quota of waiting people', async () => {
    const { id, groupId } = await finished('Too many', ['60123456715'])
    await add(groupId, '60123456716')
    const quotas = `/admin/users/${session._id}/quotas`
    await call('PUT', quotas, { peopleWaiting: 0 })
    const send = () => call('POST', `${pathOf(id)}/send-to-rest`, {})
    expect(await send()).toMatchObject({
      status: 403,
      body: { code: 'quota_people_waiting', params: { limit: 0, used: 0 } },
    })
    expect(await summary(id)).toMatchObject({ status: 'completed', total: 1 })
    await call('PUT', quotas, { peopleWaiting: null })
    expect((await send()).status).toBe(200)
    await completed(id)
    expect(await heard('60123456716', 'Too many')).toBe(1)
  })

  test('includes failed people on request, and counts them once', async () => {
    const { id } = await finished('Failed', ['60123456721', ABSENT])
    const totals = async () =>
      (await call('GET', '/analytics/dashboard/overall-summary')).body as OverallSummary
    const before = await totals()
    const path = `${pathOf(id)}/rest`
    expect((await call('GET', path)).body).toMatchObject({ people: 0, failed: 1 })
    expect((await call('GET', `${path}?includeFailed=true`)).body).toMatchObject({ people: 1 })
    const answer = await call('POST', `${pathOf(id)}/send-to-rest`, { includeFailed: true })
    expect(answer.status).toBe(200)
    await completed(id)
    expect(await summary(id)).toMatchObject({ total: 2, failed: 1, counts: { read: 1 } })
    expect(await totals()).toEqual(before)
    expect(await heard('60123456721', 'Failed')).toBe(1)
  })

  test('can be edited while it is open again', async () => {
    await pause(clock, PACE_MAX_MS)
    // It is edited before the next one is due.
    await clock.inRealTime(async () => {
      const { id, groupId } = await finished('Open', ['60123456731'], {
        minIntervalSeconds: '60',
        maxIntervalSeconds: '60',
      })
      await add(groupId, '60123456732')
      await call('POST', `${pathOf(id)}/send-to-rest`, {})
      expect(await edit(id, groupId, { statusEnabled: 'false' })).toMatchObject({
        status: 200,
        body: { progress: { total: 2, counts: { queued: 1 } } },
      })
    })
  })

  test('has a rest only once it is finished', async () => {
    const groupId = await makeGroup(app, session, 'Waiting', [
      { name: 'Devi', phoneNumber: '60123456751' },
    ])
    const scheduledAt = new Date(clock.now() + 1e9).toISOString()
    const form = campaignForm({
      campaignName: 'W',
      caption: 'W',
      contactGroupId: groupId,
      scheduledAt,
    })
    const { id } = (await call('POST', `/campaigns/${device.id}`, form)).body as BulkCampaign
    const refused = { status: 409, body: { code: 'campaign_not_completed' } }
    expect(await call('GET', `${pathOf(id)}/rest`)).toMatchObject(refused)
    expect(await call('POST', `${pathOf(id)}/send-to-rest`, {})).toMatchObject(refused)
  })

  test('leaves out removed people until they are in the group again', async () => {
    const groupId = await makeGroup(app, session, 'Leaving', [
      { name: 'Stays', phoneNumber: '60123456761' },
      { name: 'Leaves', phoneNumber: '60123456762' },
    ])
    const scheduledAt = new Date(clock.now() + 1e9).toISOString()
    const fields = { campaignName: 'L', caption: 'Leaving', contactGroupId: groupId }
    const form = campaignForm({ ...fields, scheduledAt })
    const { id } = (await call('POST', `/campaigns/${device.id}`, form)).body as BulkCampaign
    const members = (await call('GET', `/contact-groups/${groupId}/contacts`)).body as Contact[]
    const leaver = members.find(({ name }) => name === 'Leaves')
    const path = `/contact-groups/${groupId}/contacts/${leaver?._id}?leaveCampaigns=true`
    expect((await call('DELETE', path)).status).toBe(200)
    expect((await summary(id))?.counts).toMatchObject({ queued: 1, skipped: 1 })
    expect((await call('PUT', pathOf(id), campaignForm(fields))).status).toBe(200)
    await completed(id)
    expect(await heard('60123456762', 'Leaving')).toBe(0)

    expect((await call('GET', `${pathOf(id)}/rest`)).body).toMatchObject({ people: 0 })
    await add(groupId, '60123456762')
    expect((await call('GET', `${pathOf(id)}/rest`)).body).toMatchObject({ people: 1 })
    expect((await call('POST', `${pathOf(id)}/send-to-rest`, {})).status).toBe(200)
    await completed(id)
    expect(await heard('60123456762', 'Leaving')).toBe(1)
    expect(await heard('60123456761', 'Leaving')).toBe(1)
    expect((await summary(id))?.counts).toMatchObject({ read: 2, skipped: 0 })
  })

  test('goes to the new number of a changed contact', async () => {
    const { id, groupId } = await finished('Moved', ['60123456771'])
    const members = (await call('GET', `/contact-groups/${groupId}/contacts`)).body as Contact[]
    await call('PUT', `/contacts/${members[0]?._id}`, { phoneNumber: '60123456772' })
    expect((await call('POST', `${pathOf(id)}/send-to-rest`, {})).status).toBe(200)
    await completed(id)
    expect(await summary(id)).toMatchObject({ total: 2, counts: { read: 2 } })
    expect([await heard('60123456771', 'Moved'), await heard('60123456772', 'Moved')]).toEqual([
      1, 1,
    ])
  })

  test('is not reopened after its number was removed', async () => {
    const { id, groupId } = await finished('Gone', ['60123456781'], {})
    await add(groupId, '60123456782')
    const draft = campaignForm({
      campaignName: 'Draft',
      caption: 'Draft',
      contactGroupId: groupId,
      statusEnabled: 'false',
    })
    const waiting = (await call('POST', `/campaigns/${device.id}`, draft)).body as BulkCampaign
    await call('DELETE', `/whatsapp/devices/${device.id}`)
    const refused = { status: 409, body: { code: 'campaign_number_removed' } }
    expect(await call('POST', `${pathOf(id)}/send-to-rest`, {})).toMatchObject(refused)
    expect(await edit(waiting.id, groupId)).toMatchObject(refused)
    expect((await edit(waiting.id, groupId, { statusEnabled: 'false' })).status).toBe(200)
    device = await linkDevice(app, session, device.number)
    expect(await summary(id)).toMatchObject({ status: 'completed', total: 1 })
    expect((await summary(waiting.id))?.status).toBe('draft')
  })

  test('belongs to its owner alone', async () => {
    const { id } = await finished('Mine', ['60123456741'])
    const { token } = await app.newUser('Other')
    const refused = { status: 404, body: { code: 'campaign_not_found' } }
    expect(await app.call('GET', `${pathOf(id)}/rest`, { token })).toMatchObject(refused)
    const send = app.call('POST', `${pathOf(id)}/send-to-rest`, { token, body: {} })
    expect(await send).toMatchObject(refused)
  })
})

describe.each(journeyEngines)('an estimate on %s', (engine) => {
  const clock = createFastClock(20)
  let app: TestApp
  let session: Session
  let device: Device
  let groupId: string

  beforeAll(async () => {
    app = await startTestApp(engine, { clock })
    session = await app.newUser('Siti')
    device = await linkDevice(app, session)
    groupId = await makeGroup(app, session, 'Four', people('6012340000', 4))
  })
  afterAll(() => app.stop())

  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: session.token, ...(body !== undefined && { body }) })
  const estimate = async (fields: Record<string, unknown> = {}) =>
    call('POST', `/campaigns/${device.id}/estimate`, {
      contactGroupId: groupId,
      minIntervalSeconds: 5,
      maxIntervalSeconds: 10,
      ...fields,
    })
  const later = () => new Date(clock.now() + 1e9).toISOString()
  const save = async (fields: Record<string, string>) =>
    (
      await call(
        'POST',
        `/campaigns/${device.id}`,
        campaignForm({ caption: 'x', contactGroupId: groupId, ...fields }),
      )
    ).body as BulkCampaign

  test('counts people and the queue ahead, and predicts start and end', async () => {
    const moment = later()
    await save({
      campaignName: 'Before',
      scheduledAt: moment,
      minIntervalSeconds: '60',
      maxIntervalSeconds: '60',
    })
    const { status, body } = await estimate({ scheduledAt: moment })
    expect(status).toBe(200)
    const { startsAt, endsAt, ...counts } = body as CampaignEstimate
    expect(counts).toEqual({
      people: 4,
      alreadyWritten: 0,
      ahead: 4,
      isOffline: false,
      isWaited: false,
    })
    expect(Date.parse(startsAt ?? '')).toBe(Date.parse(moment) + 4 * 60_000)
    expect(Date.parse(endsAt ?? '')).toBe(Date.parse(startsAt ?? '') + 4 * 7500)
    expect((await estimate()).body).toMatchObject({ people: 4, ahead: 0 })
  })

  test('of an edited campaign leaves out people it has written to', async () => {
    const countsOf = async ({ id }: BulkCampaign) =>
      ((await call('GET', `/campaigns/${device.id}/${id}`)).body as BulkCampaign).progress.counts
    // It is stopped before the next one is due.
    const started = await clock.inRealTime(async () => {
      const campaign = await save({
        campaignName: 'Started',
        minIntervalSeconds: '60',
        maxIntervalSeconds: '60',
      })
      await until('one has it', async () => (await countsOf(campaign)).queued === 3)
      const stopped = { campaignName: 'S', caption: 'x', contactGroupId: groupId }
      await call(
        'PUT',
        `/campaigns/${device.id}/${campaign.id}`,
        campaignForm({ ...stopped, statusEnabled: 'false' }),
      )
      return campaign
    })
    const left = (await countsOf(started)).queued
    expect((await estimate({ campaignId: started.id })).body).toMatchObject({
      people: left,
      alreadyWritten: 4 - left,
    })
    const bigger = await makeGroup(app, session, 'Bigger', people('6012340000', 6))
    const edited = await estimate({ campaignId: started.id, contactGroupId: bigger })
    expect(edited.body).toMatchObject({ people: 2 + left, alreadyWritten: 4 - left })
    const { progress } = (
      await call(
        'PUT',
        `/campaigns/${device.id}/${started.id}`,
        campaignForm({
          campaignName: 'S',
          caption: 'x',
          contactGroupId: bigger,
          statusEnabled: 'false',
        }),
      )
    ).body as BulkCampaign
    expect(progress.counts.queued).toBe(2 + left)
    expect(progress.total).toBe(6)
  })

  test.each<[Record<string, unknown>, number, string]>([
    [{ contactGroupId: 'gone' }, 404, 'group_not_found'],
    [{ campaignId: 'gone' }, 404, 'campaign_not_found'],
    [{ minIntervalSeconds: 3 }, 400, 'validation_failed'],
    [{ scheduledAt: 'soon' }, 400, 'validation_failed'],
    [{ timeZone: 'Mars/Olympus' }, 400, 'validation_failed'],
  ])('refuses %j', async (fields, status, code) => {
    expect(await estimate(fields)).toMatchObject({ status, body: { code } })
  })

  test('requires the own device, group and campaign', async () => {
    const { token } = await app.newUser('Other')
    const body = { contactGroupId: groupId }
    expect(
      await app.call('POST', `/campaigns/${device.id}/estimate`, { token, body }),
    ).toMatchObject({ status: 404, body: { code: 'device_not_found' } })
    const own = await linkDevice(app, (await app.newUser('Third')) as Session)
    expect(await call('POST', `/campaigns/${own.id}/estimate`, body)).toMatchObject({
      status: 404,
    })
    expect(((await call('GET', '/contacts')).body as Contact[]).length).toBeGreaterThan(0)
  })
})

function people(prefix: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `P${index}`,
    phoneNumber: `${prefix}${index + 1}`,
  }))
}
