import { read, utils } from '@e965/xlsx'
import type { CallSpec } from '@kirim/contract/call'
import { NEXT_CURSOR_HEADER } from '@kirim/contract/call'
import { WORKSPACE_HEADER } from '@kirim/contract/workspaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { everyCall, fillPath } from './contract-calls.ts'
import { journeyEngines } from './engines.ts'
import { idsIn, seedTenant, type Tenant } from './tenant.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { chatbotForm } from './test-browser.ts'

const CONTACT = '60123456701'
const OPTED_OUT = '60123456798'
const PAUSED = '60123456799'
const UNNAMED = '60123456788'
const ANSWERED = '60123456777'
const SAME = '60123456766'
const PEOPLE = [CONTACT, OPTED_OUT, PAUSED, UNNAMED, ANSWERED, SAME]

const reading = everyCall().filter(([, { method, needs }]) => method === 'GET' && needs)

describe.each(journeyEngines)('phone numbers hidden on %s', (engine) => {
  let app: TestApp
  let db: Db
  let owner: Tenant
  /** Somebody who may do everything in the owner's workspace, without seeing numbers. */
  let token: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    db = app.openDatabase()
    owner = await seedTenant(app, db, await app.newUser('Owner'))
    const manager = await app.newUser('Manager')
    token = manager.token
    await db
      .insertInto('memberships')
      .values({
        workspace_id: owner.workspaceId,
        person_id: manager._id,
        role: 'manager',
        sees: 'all',
        device_ids: '[]',
        hides_numbers: 1,
        created_at: 0,
        last_seen_at: null,
      })
      .execute()
    await seedNumbers()
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })

  async function seedNumbers(): Promise<void> {
    const { session, deviceId, workspaceId, contactId, campaignId } = owner
    const call = (method: string, path: string, body: unknown) =>
      app.call(method, path, { token: session.token, body })
    await call('POST', '/contacts', {
      name: UNNAMED,
      phoneNumber: UNNAMED,
      groupId: owner.groupId,
    })
    await call('PUT', `/contacts/${contactId}`, { fields: { city: `+${CONTACT}` } })
    await call('POST', '/opt-outs', { phoneNumber: CONTACT, reason: `Called from ${CONTACT}` })
    await db
      .insertInto('saved_responses')
      .values({
        id: newId(),
        user_id: workspaceId,
        device_id: deviceId,
        message_id: newId(),
        item_id: null,
        item_name: 'Order',
        name: '+60 12-345 6777',
        phone_number: ANSWERED,
        kind: 'text',
        text: 'Call 012-345 6777',
        search_key: '',
        at: 0,
      })
      .execute()
    await db
      .updateTable('recipients')
      .set({
        state: 'skipped',
        reason: 'same_person',
        reason_params: JSON.stringify({ number: SAME }),
      })
      .where('campaign_id', '=', campaignId)
      .execute()
  }

  /** The answer as text: of a workbook its cells. */
  async function ask(who: string, path: string, init: RequestInit = {}) {
    const answer = await fetch(`${app.url}/api${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${who}`,
        [WORKSPACE_HEADER]: owner.workspaceId,
        ...init.headers,
      },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = answer.headers.get('content-type')?.includes('spreadsheet')
      ? cellsOf(bytes)
      : bytes.toString()
    const next = answer.headers.get(NEXT_CURSOR_HEADER)
    return { status: answer.status, text: `${text} ${next}`, next, body: text }
  }

  const asJson = (method: string, body: unknown): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  const pathOf = ({ path }: CallSpec) => fillPath(path, idsIn(path, owner))
  const manager = (path: string, init?: RequestInit) => ask(token, path, init)
  const list = async (path: string) => JSON.parse((await manager(path)).body)

  test('each of these numbers is in an answer to the owner', async () => {
    let all = ''
    for (const [, spec] of reading) {
      all += (await ask(owner.session.token, pathOf(spec))).text
    }
    for (const number of PEOPLE) expect(all).toContain(number)
  })

  test.each(reading)('%s answers without them', async (_name, spec) => {
    const { status, text } = await manager(pathOf(spec))
    const asked = await ask(owner.session.token, pathOf(spec))
    expect(status).toBe(spec.shows?.includes('phone numbers') ? 403 : asked.status)
    for (const number of PEOPLE) expect(text).not.toContain(number.slice(-6))
    expect(text).not.toMatch(/345.?67/)
  })

  test('answers to what is sent are without them, too', async () => {
    const group = { contactGroupId: owner.groupId }
    const tries: [string, RequestInit][] = [
      ['/contacts', asJson('POST', { name: 'X', phoneNumber: CONTACT })],
      ['/contacts/export', asJson('POST', { ids: [owner.contactId], format: 'csv' })],
      ['/contacts/export', asJson('POST', { ids: [owner.contactId], format: 'xlsx' })],
      [
        '/contact-segments/preview',
        asJson('POST', {
          filter: { match: 'any', conditions: [{ about: 'written', is: 'never' }] },
        }),
      ],
      [
        `/campaigns/${owner.deviceId}/preflight`,
        asJson('POST', { ...group, caption: 'Hi [name]' }),
      ],
      [`/opt-outs/${owner.optOutId}/remove`, asJson('POST', { reason: 'X' })],
      ['/opt-outs', asJson('POST', { phoneNumber: OPTED_OUT })],
      ['/opt-outs', asJson('POST', { phoneNumber: OPTED_OUT })],
    ]
    const statuses = []
    for (const [path, init] of tries) {
      const { status, text } = await manager(path, init)
      statuses.push(status)
      for (const number of PEOPLE) expect(text, path).not.toContain(number.slice(-6))
    }
    expect(statuses).toEqual([201, 200, 200, 200, 200, 200, 201, 409])
  })

  test('a test is sent for a person whose number is hidden', async () => {
    const place = `/campaigns/${owner.deviceId}`
    const form = asJson('POST', { contactGroupId: owner.groupId, caption: 'Hi [name]' })
    const { previews } = JSON.parse((await manager(`${place}/preflight`, form)).body)
    const test = async (phoneNumber: string) => {
      const body = new FormData()
      body.set('phoneNumber', phoneNumber)
      body.set('caption', 'Hi [name]')
      return manager(`${place}/test`, { method: 'POST', body })
    }
    const { person } = previews[0]
    expect((await test(person.phoneNumber)).body).toContain('test_person_gone')
    expect((await test(person.sealed)).status).toBe(200)
  })

  test('a chatbot that is tried with a contact says no number of theirs', async () => {
    const { token: own } = owner.session
    const path = `/ai-chatbot/${owner.deviceId}`
    const form = chatbotForm({ name: 'City', captionAi: 'From [city]', keywords: 'where' })
    expect((await app.call('POST', `${path}/campaigns`, { token: own, body: form })).status).toBe(
      201,
    )
    const asked = asJson('POST', { text: 'where', contactId: owner.contactId })
    expect((await ask(own, `${path}/simulate`, asked)).body).toContain(`From +${CONTACT}`)
    expect((await manager(`${path}/simulate`, asked)).body).toContain('From •••• 6701')
  })

  test('exports leave the column out', async () => {
    for (const path of ['/contacts/export.csv', '/opt-outs/export.xlsx']) {
      expect((await ask(owner.session.token, path)).body).toContain('Phone number')
      expect((await manager(path)).body).not.toContain('Phone number')
    }
  })

  test('nobody is found by digits, and everybody by letters', async () => {
    const named = (people: { name: string }[]) => people.map(({ name }) => name)
    for (const q of ['6701', CONTACT, '+60 12-345', '•••• 6701', '-']) {
      const asked = encodeURIComponent(q)
      expect([q, await list(`/contacts?q=${asked}`)]).toEqual([q, []])
      expect([q, await list(`/contacts?limit=5&q=${asked}`)]).toEqual([q, []])
      expect((await list(`/opt-outs?q=${asked}`)).items).toEqual([])
      expect((await list(`/ledger/${owner.campaignId}/people?q=${asked}`)).items).toEqual([])
      expect(await list(`/ai-chatbot/${owner.deviceId}/responses?q=${asked}`)).toEqual([])
      const { body } = await manager(`/contacts/export.csv?q=${asked}`)
      expect(body.trim().split('\r\n')).toHaveLength(1)
    }
    expect(named(await list('/contacts?q=a'))).toContain('A')
    expect(named(await list('/contacts?q=a%206'))).toContain('A')
    expect((await list(`/ledger/${owner.campaignId}/people?q=a`)).items).toHaveLength(1)
  })

  test('a selection does not find by digits either', async () => {
    const who = { by: 'list', list: { q: CONTACT } }
    const step = await manager(
      '/contacts/changes',
      asJson('POST', { who, change: { does: 'tag', name: 'Found' } }),
    )
    expect(JSON.parse(step.body)).toMatchObject({ seen: 0, changed: 0 })
  })

  test('an order by number is the usual one', async () => {
    const usual = await list('/contacts')
    expect(await list('/contacts?sort=phoneNumber')).toEqual(usual)
    expect(await list('/contacts?sort=-phoneNumber')).toEqual(usual)
  })

  test('an order by name does not order numbers that stand for names', async () => {
    const { token: own } = owner.session
    const added = ['60123456755', '60123456733', '60123456744']
    for (const phoneNumber of added) {
      const body = { name: phoneNumber, phoneNumber }
      expect((await app.call('POST', '/contacts', { token: own, body })).status).toBe(201)
    }
    const endings = (contacts: { phoneNumber: string }[]) =>
      contacts.map(({ phoneNumber }) => phoneNumber.slice(-4))
    const rest = ['6744', '6733', '6755', '6788']
    const named = endings(await list('/contacts?sort=name')).slice(0, -4)
    for (const [sort, first] of [
      ['name', named],
      ['-name', named.toReversed()],
    ] as const) {
      expect(endings(await list(`/contacts?sort=${sort}`))).toEqual([...first, ...rest])
      const walked = []
      let next: string | null = ''
      while (next !== null) {
        const page = await manager(
          `/contacts?sort=${sort}&limit=2&cursor=${encodeURIComponent(next)}`,
        )
        walked.push(...endings(JSON.parse(page.body)))
        next = page.next
      }
      expect(walked).toEqual([...first, ...rest])
    }
  })

  test('cursors say nothing, and lead on', async () => {
    const all = await list('/contacts?sort=name&limit=10')
    const first = await manager('/contacts?sort=name&limit=1')
    const hex = Buffer.from(UNNAMED).toString('hex')
    const cursor = first.next ?? ''
    expect(Buffer.from(cursor.split('.')[1] ?? '', 'base64').toString()).not.toContain(hex)
    const rest = await list(`/contacts?sort=name&limit=9&cursor=${encodeURIComponent(cursor)}`)
    expect([...JSON.parse(first.body), ...rest]).toEqual(all)
    const made = `${hex}.${owner.contactId}`
    expect((await manager(`/contacts?sort=name&limit=1&cursor=${made}`)).status).toBe(400)
  })

  test('a form that saves what it was shown changes nothing', async () => {
    const before = await ask(owner.session.token, '/contacts')
    for (const contact of await list('/contacts')) {
      const { _id, name, phoneNumber, fields = {} } = contact
      const saved = await manager(`/contacts/${_id}`, asJson('PUT', { name, phoneNumber, fields }))
      expect(saved.status).toBe(200)
    }
    expect((await ask(owner.session.token, '/contacts')).body).toBe(before.body)
    const other = asJson('PUT', { phoneNumber: '•••• 9999' })
    expect((await manager(`/contacts/${owner.contactId}`, other)).status).toBe(400)
  })
})

function cellsOf(bytes: Buffer): string {
  const { Sheets } = read(bytes)
  return Object.values(Sheets)
    .map((sheet) => utils.sheet_to_csv(sheet))
    .join('\n')
}
