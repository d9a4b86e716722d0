import type { Session } from '@kirim/contract/accounts'
import type { OverallSummary } from '@kirim/contract/analytics'
import type { CallSpec } from '@kirim/contract/call'
import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { ContactSheet } from '@kirim/contract/contact-sheet'
import type { Contact } from '@kirim/contract/contacts'
import type { Device } from '@kirim/contract/devices'
import type { MessageSpan } from '@kirim/contract/message-counts'
import type { OptOutPage } from '@kirim/contract/opt-outs'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { everyCall, fillPath, PLAUSIBLE } from './contract-calls.ts'
import { journeyEngines } from './engines.ts'
import { joinWorkspace } from './join-workspace.ts'
import { type Caller, startTestApp, type TestApp } from './test-app.ts'
import { campaignForm, chatbotForm, linkDevice, makeGroup } from './test-browser.ts'

const AISYAH = '60123456701'
const STOPPED = '60123456702'
/** Paths that name a number, or something of one. */
const OF_NUMBERS = /^\/(campaigns|ledger|ai-chatbot|whatsapp)\/.*:/
const LONG_AGO = Date.UTC(2020, 0, 1)

/** Somebody who sees one of two numbers: the other, and all that belongs to it, does not exist. */
describe.each(journeyEngines)('own numbers on %s', (engine) => {
  let app: TestApp
  let db: Db
  let owner: Session
  let own: Device
  let other: Device
  let groupId: string
  let ownCampaign: BulkCampaign
  let otherCampaign: BulkCampaign
  /** As the member with one number, and as the owner. */
  let call: Caller
  let callAll: Caller

  beforeAll(async () => {
    app = await startTestApp(engine, { clock: createFastClock(20) })
    db = app.openDatabase()
    const { token } = await app.newUser()
    owner = await app.newUser('Siti')
    callAll = (method, path, options) => app.call(method, path, { token: owner.token, ...options })
    const body = { membershipPlan: 'Pro' }
    await app.call('PUT', `/admin/users/${owner._id}`, { token, body })
    own = await linkDevice(app, owner)
    other = await linkDevice(app, owner)
    const people = [{ name: 'Aisyah', phoneNumber: AISYAH }]
    groupId = await makeGroup(app, owner, 'Pelanggan', people)
    ownCampaign = await send(own, 'Promo here')
    otherCampaign = await send(other, 'Promo there')
    call = await joinWorkspace(app, db, owner._id, await app.newUser('Farid'), {
      role: 'manager',
      sees: 'numbers',
      deviceIds: [own.id],
    })
    await until('both are sent', async () => {
      const all = await campaigns(callAll)
      return all.every(({ status }) => status === 'completed')
    })
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })

  async function send({ id }: Device, name: string, fields = {}): Promise<BulkCampaign> {
    const form = { campaignName: name, caption: name, contactGroupId: groupId, ...fields }
    const answer = await callAll('POST', `/campaigns/${id}`, { body: campaignForm(form) })
    expect(answer.status).toBe(201)
    return answer.body as BulkCampaign
  }
  const campaigns = async (as: Caller, query = '') =>
    (await as('GET', `/analytics/dashboard/bulk-campaign-summary${query}`))
      .body as BulkCampaignSummary[]

  test('their campaigns alone are listed, counted and found', async () => {
    expect((await campaigns(call)).map(({ id }) => id)).toEqual([ownCampaign.id])
    expect((await campaigns(call, '?q=promo')).map(({ id }) => id)).toEqual([ownCampaign.id])
    const page = await call('GET', '/analytics/dashboard/bulk-campaign-summary?limit=10')
    expect(page.headers.get('x-total-count')).toBe('1')
    expect(page.headers.get('x-group-counts')).toBe('completed=1')
    expect(await campaigns(callAll)).toHaveLength(2)
  })

  test('a campaign of another number answers as an unknown one', async () => {
    const paths = ['', '/messages', '/people', '/people/x.1', '/export.csv', '/export.xlsx']
    for (const path of paths.map((rest) => `/ledger/:id${rest}?limit=5&timeZone=UTC`)) {
      const of = (id: string) => call('GET', path.replace(':id', id))
      const [unseen, unknown] = [await of(otherCampaign.id), await of('nothing')]
      expect([path, unseen.status, unseen.body]).toEqual([path, 404, unknown.body])
      expect([path, (await of(ownCampaign.id)).status]).not.toEqual([path, 500])
    }
    const wrong = '/people?limit=0'
    const [unseen, unknown] = [
      await call('GET', `/ledger/${otherCampaign.id}${wrong}`),
      await call('GET', `/ledger/nothing${wrong}`),
    ]
    expect(unseen).toMatchObject({ status: unknown.status, body: unknown.body })
    expect((await call('GET', `/ledger/${ownCampaign.id}`)).status).toBe(200)
  })

  test('their numbers alone are listed, also those with a chatbot', async () => {
    for (const path of ['/whatsapp/devices', '/ai-chatbot/devices-summary']) {
      const listed = async (as: Caller) => ((await as('GET', path)).body as Device[]).map(idOf)
      expect([path, await listed(call)]).toEqual([path, [own.id]])
      expect([path, await listed(callAll)]).toEqual([path, [own.id, other.id]])
    }
  })

  test('a contact shows their campaigns alone, and when those wrote', async () => {
    const [contact] = (await callAll('GET', '/contacts?limit=5')).body as Contact[]
    const sheetOf = async (as: Caller) =>
      (await as('GET', `/contacts/${contact?._id}/sheet`)).body as ContactSheet
    const { campaigns: seen, campaignCount } = await sheetOf(call)
    expect(seen.map(({ campaignId }) => campaignId)).toEqual([ownCampaign.id])
    expect(campaignCount).toBe(1)
    expect((await sheetOf(callAll)).campaignCount).toBe(2)
    const sentAt = db
      .updateTable('recipients')
      .set({ sent_at: LONG_AGO })
      .where('campaign_id', '=', ownCampaign.id)
    await sentAt.execute()
    const [listed] = (await call('GET', '/contacts?limit=5')).body as Contact[]
    expect(listed?.writtenAt).toBe(new Date(LONG_AGO).toISOString())
    const [toOwner] = (await callAll('GET', '/contacts?limit=5')).body as Contact[]
    expect(toOwner?.writtenAt).not.toBe(listed?.writtenAt)
  })

  test('a filter finds nobody by a campaign of another number', async () => {
    const filterBy = (campaignId: string) => ({
      match: 'all',
      conditions: [{ about: 'campaign', is: 'reached', campaignId }],
    })
    const preview = async (as: Caller, campaignId: string) => {
      const body = { filter: filterBy(campaignId) }
      return ((await as('POST', '/contact-segments/preview', { body })).body as { people: number })
        .people
    }
    expect(await preview(callAll, otherCampaign.id)).toBe(1)
    expect(await preview(call, ownCampaign.id)).toBe(1)
    expect(await preview(call, otherCampaign.id)).toBe(0)
    const create = (campaignId: string) =>
      call('POST', '/contact-segments', { body: { groupName: 'X', filter: filterBy(campaignId) } })
    const [unseen, unknown] = [await create(otherCampaign.id), await create('nothing')]
    expect(unseen).toMatchObject({ status: 404, body: unknown.body })
    expect((await create(ownCampaign.id)).status).toBe(201)
  })

  test('what is to be deleted counts their campaigns, and mentions others', async () => {
    const draft = { statusEnabled: 'false' }
    const { id } = await send(other, 'Draft there', draft)
    const path = `/contact-groups/${groupId}/usage`
    const use = { running: 0, waiting: 0, paused: 0, completed: 1 }
    expect((await call('GET', path)).body).toEqual({ ...use, others: true })
    expect((await callAll('GET', path)).body).toEqual({ ...use, paused: 1, completed: 2 })
    await callAll('DELETE', `/campaigns/${other.id}/${id}`)
    expect((await call('GET', path)).body).toEqual(use)
  })

  test('an opt-out does not say what was written to which number', async () => {
    const chat = `/sandbox/phones/${other.number}/chats/${STOPPED}/messages`
    await callAll('POST', chat, { body: { text: 'STOP' } })
    const listed = async (as: Caller) => ((await as('GET', '/opt-outs')).body as OptOutPage).items
    await until('it is noted', async () => (await listed(callAll)).length === 1)
    const [toOwner] = await listed(callAll)
    expect(toOwner?.last).toMatchObject({ word: 'STOP', deviceName: other.name })
    const [toMember] = await listed(call)
    const withheld = { word: '', deviceName: '', campaignName: '' }
    expect(toMember).toEqual({ ...toOwner, last: { ...toOwner?.last, ...withheld } })
    const changes = await call('GET', `/opt-outs/${toOwner?.id}/changes`)
    expect(changes.body).toEqual([toMember?.last])
    expect((await call('GET', '/opt-outs/export.csv')).body).not.toContain('STOP')
  })

  test('a campaign that another number sends as well names none of the other', async () => {
    const alsoFrom = JSON.stringify([other.id])
    const shared = await send(own, 'Shared', { alsoFrom, statusEnabled: 'false' })
    const path = `/campaigns/${own.id}/${shared.id}`
    const shown = async (as: Caller) => ((await as('GET', path)).body as BulkCampaign).alsoFrom
    expect(await shown(call)).toEqual([])
    const form = { campaignName: 'Shared', caption: 'Changed', contactGroupId: groupId }
    const fields = { ...form, statusEnabled: 'false', alsoFrom: '[]' }
    expect((await call('PUT', path, { body: campaignForm(fields) })).status).toBe(200)
    expect(await shown(callAll)).toEqual([other.id])
    const report = async (as: Caller) => (await as('GET', `/ledger/${shared.id}`)).body
    expect(await report(call)).toMatchObject({ alsoFrom: [], caption: 'Changed' })
    expect(await report(callAll)).toMatchObject({ alsoFrom: [other.name] })
    await callAll('DELETE', path)
  })

  test('another number cannot be chosen beside their own', async () => {
    const answerTo = async (id: string) => {
      const form = { campaignName: 'X', caption: 'X', contactGroupId: groupId }
      const body = { ...form, alsoFrom: [id] }
      const asForm = campaignForm({ ...form, alsoFrom: JSON.stringify([id]) })
      const answers = [
        await call('POST', `/campaigns/${own.id}`, { body: asForm }),
        await call('POST', `/campaigns/${own.id}/estimate`, { body }),
        await call('POST', `/campaigns/${own.id}/preflight`, { body }),
      ]
      return answers.map(({ status, body: told }) => [status, told])
    }
    const unknown = await answerTo('nothing')
    expect(await answerTo(other.id)).toEqual(unknown)
    expect(unknown.map(([status]) => status)).toEqual([404, 404, 404])
  })

  test('totals and days count their messages alone', async () => {
    const summary = async (as: Caller) =>
      (await as('GET', '/analytics/dashboard/overall-summary')).body as OverallSummary
    expect(await summary(callAll)).toMatchObject({ totalMessages: 2, failedMessages: 0 })
    expect(await summary(call)).toMatchObject({ totalMessages: 1, failedMessages: 0 })
    const messages = async (as: Caller) => {
      const { body } = await as('GET', '/analytics/dashboard/messages-a-day?days=14')
      const days = body as MessageSpan[]
      return days.reduce((sum, { sent, delivered, read }) => sum + sent + delivered + read, 0)
    }
    expect([await messages(callAll), await messages(call)]).toEqual([2, 1])
    const nobody = await joinWorkspace(app, db, owner._id, await app.newUser(), {
      role: 'viewer',
      sees: 'numbers',
    })
    expect(await summary(nobody)).toMatchObject({ totalMessages: 0 })
    expect(await messages(nobody)).toBe(0)
    expect(await campaigns(nobody)).toEqual([])
  })

  const answerTo = async (spec: CallSpec, ids: Record<string, string>, body: object) => {
    const given = spec.file ? campaignForm({ ...body }) : body
    const options = spec.method === 'GET' ? {} : { body: given }
    const answer = await call(spec.method, fillPath(spec.path, ids), options)
    return JSON.stringify([answer.status, answer.body])
  }

  /** Whether the ids of a path answer differently from what there is not. */
  async function differencesOf([name, spec]: [string, CallSpec], ids: Record<string, string>) {
    const unknown = Object.fromEntries(
      Object.entries(ids).map(([key, id]) => [key, id === own.id ? id : 'nothing']),
    )
    if (fillPath(spec.path, ids) === fillPath(spec.path, unknown)) return []
    const differ: string[] = []
    for (const body of [{}, { ...PLAUSIBLE, contactGroupId: groupId }]) {
      const [unseen, none] = [await answerTo(spec, ids, body), await answerTo(spec, unknown, body)]
      if (unseen !== none || !unseen.startsWith('[4')) differ.push(`${name}: ${unseen} and ${none}`)
    }
    return differ
  }

  test('whatever of another number is named answers as what there is not', async () => {
    const path = `/ai-chatbot/${other.id}/campaigns`
    const made = (await callAll('POST', path, { body: chatbotForm() })).body as { _id: string }
    const theirs = { deviceId: other.id, id: other.id, campaignId: otherCampaign.id }
    const differ: string[] = []
    for (const one of everyCall().filter(([, spec]) => OF_NUMBERS.test(spec.path))) {
      const isItem = one[1].path.startsWith('/ai-chatbot/')
      const ids = isItem ? { ...theirs, campaignId: made._id } : theirs
      differ.push(...(await differencesOf(one, ids)))
      differ.push(...(await differencesOf(one, { ...ids, deviceId: own.id })))
    }
    expect(differ).toEqual([])
    await callAll('DELETE', `${path}/${made._id}`)
  })

  test('a campaign of another number cannot be named in a form', async () => {
    const answersTo = async (campaignId: string) => {
      const body = { contactGroupId: groupId, campaignId, phoneNumber: AISYAH, caption: 'X' }
      const paths = ['estimate', 'preflight', 'check-numbers', 'test']
      const answers = paths.map((rest) => call('POST', `/campaigns/${own.id}/${rest}`, { body }))
      return (await Promise.all(answers)).map(({ status, body: told }) => [status, told])
    }
    const unknown = await answersTo('nothing')
    expect(await answersTo(otherCampaign.id)).toEqual(unknown)
    expect(unknown.map(([status]) => status)).toEqual([404, 404, 404, 404])
  })
})

const idOf = ({ id }: { readonly id: string }) => id
