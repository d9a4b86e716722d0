import type { Session } from '@kirim/contract/accounts'
import type { CampaignReport, LedgerPage } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import type { LedgerPersonDetails } from '@kirim/contract/ledger-person'
import type { PausedChat } from '@kirim/contract/paused-chats'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { journeyEngines } from './engines.ts'
import { joinWorkspace } from './join-workspace.ts'
import { type Caller, startTestApp, type TestApp } from './test-app.ts'
import { campaignForm, linkDevice, makeGroup } from './test-browser.ts'

const MINE = '60123456701'
const FREE = '60123456702'
const OF_OTHERS = '60123456703'

/** Somebody who sees chats that are assigned to them or to nobody. */
describe.each(journeyEngines)('own chats on %s', (engine) => {
  let app: TestApp
  let db: Db
  let owner: Session
  let device: Device
  let campaign: BulkCampaign
  /** As the member with own chats, and as the owner. */
  let call: Caller
  let callAll: Caller

  beforeAll(async () => {
    app = await startTestApp(engine)
    db = app.openDatabase()
    owner = await app.newUser('Siti')
    callAll = (method, path, options) => app.call(method, path, { token: owner.token, ...options })
    device = await linkDevice(app, owner)
    const people = [MINE, FREE, OF_OTHERS].map((phoneNumber) => ({ name: 'A', phoneNumber }))
    const contactGroupId = await makeGroup(app, owner, 'Pelanggan', people)
    const body = campaignForm({ campaignName: 'Promo', caption: 'Hi', contactGroupId })
    const made = await callAll('POST', `/campaigns/${device.id}`, { body })
    campaign = made.body as BulkCampaign
    await until('it is sent', async () => (await report()).status === 'completed')
    for (const { phoneNumber } of people) {
      const chat = `/sandbox/phones/${device.number}/chats/${phoneNumber}/messages`
      await callAll('POST', chat, { body: { text: `Yes from ${phoneNumber}` } })
    }
    await until('all have answered', async () => (await report()).answered === 3)
    const farid = await app.newUser('Farid')
    call = await joinWorkspace(app, db, owner._id, farid, { role: 'manager', sees: 'chats' })
    await assign(MINE, farid._id)
    await assign(OF_OTHERS, owner._id)
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })

  const report = async () => (await callAll('GET', `/ledger/${campaign.id}`)).body as CampaignReport
  const assign = (chatKey: string, personId: string) =>
    db
      .updateTable('chats')
      .set({ assigned_to: personId })
      .where('device_id', '=', device.id)
      .where('chat_key', '=', chatKey)
      .execute()
  const people = async (as: Caller) =>
    ((await as('GET', `/ledger/${campaign.id}/people`)).body as LedgerPage).items

  test('answers in chats of others are counted, but not read', async () => {
    const answersOf = async (as: Caller) =>
      (await people(as)).map(({ sentence }) => sentence.params.answer ?? null)
    const own = [`Yes from ${MINE}`, `Yes from ${FREE}`]
    expect(await answersOf(callAll)).toEqual([...own, `Yes from ${OF_OTHERS}`])
    expect(await answersOf(call)).toEqual([...own, null])
    expect((await people(call)).every(({ answeredAt }) => answeredAt !== null)).toBe(true)
    const csv = (await call('GET', `/ledger/${campaign.id}/export.csv`)).body
    expect(csv).toContain(`Yes from ${MINE}`)
    expect(csv).not.toContain(`Yes from ${OF_OTHERS}`)
  })

  test('a person whose chat is of others shows no answer, and says why', async () => {
    const last = (await people(call)).at(-1)
    const path = `/ledger/${campaign.id}/people/${last?.id}`
    const shown = (await call('GET', path)).body as LedgerPersonDetails
    expect(shown).toMatchObject({ answer: null, removed: { code: 'answer_withheld' } })
    const toOwner = (await callAll('GET', path)).body as LedgerPersonDetails
    expect(toOwner).toMatchObject({ answer: { text: `Yes from ${OF_OTHERS}` }, removed: null })
  })

  test('paused chats of others are neither listed nor resumed', async () => {
    const pauses = [MINE, FREE, OF_OTHERS].map((chatKey) => ({
      id: newId(),
      device_id: device.id,
      chat_key: chatKey,
      until: Date.UTC(2100, 0, 1),
      chat: 'individual' as const,
      name: chatKey,
      phone_number: chatKey,
      reason: 'minute' as const,
      counted_from: 0,
    }))
    await db.insertInto('chat_pauses').values(pauses).execute()
    const path = `/ai-chatbot/${device.id}/paused-chats`
    const listed = async (as: Caller) =>
      ((await as('GET', path)).body as PausedChat[]).map(({ name }) => name).sort()
    expect(await listed(callAll)).toEqual([MINE, FREE, OF_OTHERS])
    expect(await listed(call)).toEqual([MINE, FREE])
    const resume = (id?: string) => call('DELETE', `${path}/${id}`)
    const [unseen, unknown] = [await resume(pauses[2]?.id), await resume('nothing')]
    expect(unseen).toMatchObject({ status: 404, body: unknown.body })
    expect((await resume(pauses[0]?.id)).status).toBe(204)
  })

  test.each(['responses', 'responses.csv'])('saved %s are refused', async (path) => {
    const answer = await call('GET', `/ai-chatbot/${device.id}/${path}`)
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test('an opt-out does not say what was written', async () => {
    const chat = `/sandbox/phones/${device.number}/chats/${OF_OTHERS}/messages`
    await callAll('POST', chat, { body: { text: 'STOP' } })
    await until('it is noted', async () =>
      String((await callAll('GET', '/opt-outs/export.csv')).body).includes('STOP'),
    )
    expect((await call('GET', '/opt-outs/export.csv')).body).not.toContain('STOP')
  })
})
