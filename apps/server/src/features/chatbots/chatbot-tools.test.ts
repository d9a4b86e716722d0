import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from '@kirim/contract/accounts'
import { NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '@kirim/contract/call'
import {
  type ApiRestConfig,
  type LintFinding,
  NumberSettings,
  SavedResponse,
} from '@kirim/contract/chatbot-tools'
import type { ChatbotItem } from '@kirim/contract/chatbots'
import type { Device } from '@kirim/contract/devices'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Db, openDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { journeyEngines, migratedStore } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { campaignForm, chatbotForm, linkDevice, makeGroup } from '../../testing/test-browser.ts'
import { type ResponseMessage, saveResponse } from './responses/responses.repository.ts'

describe.each(journeyEngines)("the chatbot's tools on %s", (engine) => {
  let store: Awaited<ReturnType<typeof migratedStore>>
  let db: Db
  let app: TestApp
  let session: Session
  let device: Device
  let other: Session
  let shop: Server
  let shopUrl: string

  beforeAll(async () => {
    store = await migratedStore(engine)
    const { dataDir, databaseUrl } = store
    app = await startTestApp(engine, {
      // A stopped clock: however long many calls take, they are in the same minute.
      clock: createFakeClock(),
      config: { dataDir, databaseUrl },
    })
    db = openDatabase(
      databaseUrl ? { url: databaseUrl } : { file: `${dataDir}/kirim.db` },
      createLog('silent'),
    )
    await app.newUser('Admin')
    session = await app.newUser('Siti')
    other = await app.newUser('Other')
    device = await linkDevice(app, session)
    shop = createServer((_request, response) => response.end('{"price": 4}'))
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    shop.close()
    await app.stop()
    await db.destroy()
    store.remove()
  })

  const call = (method: string, path: string, body?: unknown, token = session.token) =>
    app.call(method, `/ai-chatbot/${path}`, { token, ...(body !== undefined && { body }) })
  const makeItem = async (name = 'Harga') =>
    (await call('POST', `${device.id}/campaigns`, chatbotForm({ name }))).body as ChatbotItem

  describe('settings of a number', () => {
    const DEFAULTS = {
      timeZone: 'Asia/Kuala_Lumpur',
      language: 'en',
      cooldownSeconds: 0,
      quietMinutes: 0,
      knowledge: '',
    }
    const path = () => `devices/${device.id}/settings`

    test("start without restraint in the owner's time zone, then stay as saved", async () => {
      const fresh = await call('GET', path())
      expect([fresh.status, NumberSettings.parse(fresh.body)]).toEqual([200, DEFAULTS])
      const { token } = session
      const contactGroupId = await makeGroup(app, session, 'G', [
        { name: 'A', phoneNumber: '60123456701' },
      ])
      const form = campaignForm({
        campaignName: 'C',
        caption: 'C',
        contactGroupId,
        statusEnabled: 'false',
        timeZone: 'Asia/Tokyo',
      })
      await app.call('POST', `/campaigns/${device.id}`, { token, body: form })
      expect((await call('GET', path())).body).toEqual({ ...DEFAULTS, timeZone: 'Asia/Tokyo' })
      const chosen = {
        timeZone: 'Europe/Rome',
        language: 'ms',
        cooldownSeconds: 60,
        quietMinutes: 30,
        knowledge: 'Buka 9 pagi 🌸',
      }
      for (const settings of [DEFAULTS, chosen]) {
        expect(await call('PUT', path(), settings)).toMatchObject({ status: 200, body: settings })
        expect((await call('GET', path())).body).toEqual(settings)
      }
    })

    test.each([
      { timeZone: 'Mars/Olympus' },
      { language: 'fr' },
      { cooldownSeconds: -1 },
      { quietMinutes: 10_081 },
      { knowledge: 'x'.repeat(20_001) },
    ])('refuses %o', async (wrong) => {
      const answer = await call('PUT', path(), { ...DEFAULTS, ...wrong })
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    })
  })

  test('limits simulations and checks to 120 a minute per user', async () => {
    const busy = await app.newUser('Eager')
    const { id } = await linkDevice(app, busy)
    const ask = (n: number) =>
      n % 2
        ? call('POST', `${id}/simulate`, { text: 'hi' }, busy.token)
        : call('GET', `${id}/lint`, undefined, busy.token)
    const answers = await Promise.all(Array.from({ length: 126 }, (_, n) => ask(n)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    const refusal = { status: 429, body: { code: 'too_many_requests' } }
    expect([await ask(0), await ask(1)]).toMatchObject([refusal, refusal])
    expect((await call('GET', `${device.id}/lint`)).status).toBe(200)
  })

  describe('API Rest Data', () => {
    const config = (changes: Partial<ApiRestConfig> = {}): ApiRestConfig => ({
      method: 'POST',
      url: 'https://shop.test/?q=[name]',
      headers: [{ name: 'Authorization', value: 'Bearer very-secret' }],
      body: '{"who":"[name]"}',
      fields: [{ name: 'price', path: 'data.items[0].price' }],
      fallbackText: 'Later.',
      ...changes,
    })

    test('is encrypted, shown to its owner, replaced, and deleted with its item', async () => {
      const item = await makeItem()
      const path = `${device.id}/campaigns/${item.id}/api-rest`
      expect(await call('GET', path)).toMatchObject({ status: 200, body: null })
      for (const one of [config(), config({ method: 'GET', body: 'no JSON, not sent' })]) {
        expect(await call('PUT', path, one)).toMatchObject({ status: 200, body: one })
        expect((await call('GET', path)).body).toEqual(one)
      }
      const rows = () =>
        db.selectFrom('api_rest_configs').selectAll().where('item_id', '=', item.id).execute()
      expect(JSON.stringify(await rows())).not.toMatch(/secret|shop/)
      for (const method of ['GET', 'PUT']) {
        const body = method === 'PUT' ? config() : undefined
        expect((await call(method, path, body, other.token)).status).toBe(404)
      }
      await call('DELETE', `${device.id}/campaigns/${item.id}`)
      expect(await rows()).toEqual([])
      expect(await call('GET', path)).toMatchObject({
        status: 404,
        body: { code: 'chatbot_item_not_found' },
      })
    })

    test.each([
      [{ body: '{"a": [name]}' }, 'api_rest_body_invalid'],
      [{ fields: [{ name: 'a', path: 'a..b' }] }, 'api_rest_path_invalid'],
      [
        {
          fields: [
            { name: 'a', path: 'a' },
            { name: 'a', path: 'b' },
          ],
        },
        'api_rest_field_twice',
      ],
      [{ url: 'ftp://shop.test/' }, 'validation_failed'],
      [{ headers: [{ name: 'X', value: 'a\nb' }] }, 'validation_failed'],
    ])('refuses %o', async (wrong, code) => {
      const item = await makeItem()
      const calls: [string, string][] = [
        ['PUT', `${device.id}/campaigns/${item.id}/api-rest`],
        ['POST', `${device.id}/api-rest/try`],
      ]
      for (const [method, path] of calls) {
        const answer = await call(method, path, config(wrong))
        expect(answer).toMatchObject({ status: 400, body: { code } })
      }
    })

    test('is reported when enabled but not configured', async () => {
      const form = chatbotForm({ name: 'Calls', apiRestDataStatus: 'enabled' })
      const item = (await call('POST', `${device.id}/campaigns`, form)).body as ChatbotItem
      const missed = async () => {
        const findings = (await call('GET', `${device.id}/lint`)).body as LintFinding[]
        return findings.filter(({ code }) => code === 'api_not_configured')
      }
      expect((await missed()).map(({ itemId }) => itemId)).toEqual([item.id])
      await call('PUT', `${device.id}/campaigns/${item.id}/api-rest`, config())
      expect(await missed()).toEqual([])
      await call('DELETE', `${device.id}/campaigns/${item.id}`)
    })

    test('limits tries to 20 a minute per user', async () => {
      const busy = await app.newUser('Busy')
      const { id } = await linkDevice(app, busy)
      const one = config({ url: shopUrl })
      const attempt = () => call('POST', `${id}/api-rest/try`, one, busy.token)
      const answers = await Promise.all(Array.from({ length: 30 }, attempt))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
      const refusals = answers.filter(({ status }) => status === 429)
      expect(refusals).toHaveLength(10)
      for (const { body } of refusals) expect(body).toMatchObject({ code: 'too_many_requests' })
      expect((await call('POST', `${device.id}/api-rest/try`, one)).status).toBe(200)
    })

    test('can be tried, but not against a private network', async () => {
      const fields = [{ name: 'price', path: 'price' }]
      const one = config({ url: shopUrl, fields })
      expect(await call('POST', `${device.id}/api-rest/try`, one)).toMatchObject({
        status: 200,
        body: { ok: false, status: null, values: {}, error: expect.stringContaining('private') },
      })
      const open = await startTestApp(engine, { env: { ALLOW_PRIVATE_ADDRESSES: 'true' } })
      await open.newUser('Admin')
      const owner = await open.newUser('Owner')
      const { id } = await linkDevice(open, owner)
      const { token } = owner
      const answer = await open.call('POST', `/ai-chatbot/${id}/api-rest/try`, { token, body: one })
      expect(answer).toMatchObject({
        status: 200,
        body: { ok: true, status: 200, values: { price: '4' }, missing: [], error: '' },
      })
      await open.stop()
    })
  })

  describe('saved responses', () => {
    let saved = 0
    const keep = async (
      changes: Partial<ResponseMessage>,
      item = { id: 'gone', name: 'Harga' },
    ) => {
      const response: ResponseMessage = {
        workspaceId: session._id,
        deviceId: device.id,
        messageId: `m${++saved}`,
        senderName: 'Aisyah',
        senderNumber: '60123456789',
        username: null,
        kind: 'text',
        text: 'Berapa?',
        sentAt: Date.UTC(2026, 0, 15, 4),
        ...changes,
      }
      await db.transaction().execute((tx) => saveResponse(tx, response, item))
      return response
    }
    const list = async (query = '') => {
      const answer = await call('GET', `${device.id}/responses${query}`)
      const { headers } = answer
      return {
        responses: z.array(SavedResponse).parse(answer.body),
        total: headers.get(TOTAL_COUNT_HEADER),
        next: headers.get(NEXT_CURSOR_HEADER),
      }
    }
    const csv = async (token = session.token) =>
      fetch(`${app.url}/api/ai-chatbot/${device.id}/responses.csv`, {
        headers: { authorization: `Bearer ${token}` },
      })

    test('stores one response once, and keeps it after its item is deleted', async () => {
      const item = await makeItem('Order')
      const order = { id: item.id, name: 'Order' }
      const response = await keep({ text: 'Satu nasi lemak' }, order)
      await keep(response, order)
      const [shown, ...more] = (await list('?q=nasi')).responses
      expect(more).toEqual([])
      expect(shown).toEqual({
        id: expect.any(String),
        itemId: item.id,
        itemName: 'Order',
        name: 'Aisyah',
        phoneNumber: '60123456789',
        username: '',
        kind: 'text',
        text: 'Satu nasi lemak',
        at: '2026-01-15T04:00:00.000Z',
      })
      await call('DELETE', `${device.id}/campaigns/${item.id}`)
      expect((await list('?q=nasi')).responses).toMatchObject([{ itemId: null, itemName: 'Order' }])
    })

    test('are paged, newest first, and searched', async () => {
      for (const n of [1, 2, 3, 4, 5]) await keep({ text: `Páge ${n} of 100%` })
      await keep({ senderName: 'Ālī', senderNumber: '60198765432', text: 'hi' })
      const texts = async (query: string) =>
        (await list(query)).responses.map(({ text }) => text.slice(0, 6))
      expect(await texts('?q=PAGE')).toEqual(['Páge 5', 'Páge 4', 'Páge 3', 'Páge 2', 'Páge 1'])
      const first = await list('?q=page&limit=2')
      expect([first.responses.length, first.total]).toEqual([2, '5'])
      const second = await list(`?q=page&limit=2&cursor=${first.next}`)
      expect(second.responses.map(({ text }) => text)).toEqual(['Páge 3 of 100%', 'Páge 2 of 100%'])
      const last = await list(`?q=page&limit=2&cursor=${second.next}`)
      expect([last.responses.length, last.next]).toEqual([1, null])
      for (const q of ['ali', '+60 19-876', '019-8765432']) {
        expect(await texts(`?q=${encodeURIComponent(q)}`)).toEqual(['hi'])
      }
      expect(await texts('?q=%25')).toHaveLength(5)
      expect(await texts('?q=_')).toEqual([])
      const wrong = await call('GET', `${device.id}/responses?cursor=x'`)
      expect(wrong).toMatchObject({ status: 400, body: { code: 'malformed_request' } })
    })

    test('are a CSV file that a spreadsheet reads as text', async () => {
      const item = { id: 'gone', name: '@sum' }
      await keep({ senderName: '=cmd|x', text: 'a "quoted", two\nlines' }, item)
      const answer = await csv()
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="responses-${device.number}.csv"`,
      )
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
      const [head, newest] = text.split('\r\n')
      expect(head).toBe('\uFEFFTime,Item,Name,Phone number,Message')
      expect(newest).toBe(
        `2026-01-15T04:00:00.000Z,'@sum,'=cmd|x,60123456789,"a ""quoted"", two\nlines"`,
      )
    })

    test('show the username of a person without a number, on the page and in the file', async () => {
      await keep({ senderNumber: null, username: 'siti.kedai', text: 'Hidden' })
      const [shown] = (await list('?q=%40siti.kedai')).responses
      expect(shown).toMatchObject({ name: 'Aisyah', phoneNumber: '', username: 'siti.kedai' })
      const [, newest] = (await (await csv()).text()).split('\r\n')
      expect(newest).toBe('2026-01-15T04:00:00.000Z,Harga,Aisyah (@siti.kedai),,Hidden')
    })

    test('name messages without text by their kind, on the page and in the file', async () => {
      await keep({ kind: 'image', text: '' })
      await keep({ kind: 'document', text: 'Resit' })
      expect((await list('?limit=2')).responses).toMatchObject([
        { kind: 'document', text: 'Resit' },
        { kind: 'image', text: '' },
      ])
      const [, second, first] = (await (await csv()).text()).split('\r\n')
      expect([first, second]).toMatchObject([
        expect.stringMatching(/,\[picture\]$/),
        expect.stringMatching(/,\[document\] Resit$/),
      ])
    })

    test('are all in the file once, over many pages', async () => {
      const before = Number((await list('?limit=1')).total)
      await db.transaction().execute(async (tx) => {
        for (let n = 0; n < 1100; n++) {
          const message = {
            messageId: `bulk${n}`,
            text: `bulk ${n}`,
            sentAt: n,
            kind: 'text' as const,
          }
          const sender = { senderName: 'x', senderNumber: null, username: null }
          const place = { workspaceId: session._id, deviceId: device.id }
          await saveResponse(tx, { ...place, ...sender, ...message }, { id: 'gone', name: 'Bulk' })
        }
      })
      const records = (await (await csv()).text()).split('\r\n')
      expect(records).toHaveLength(1 + before + 1100 + 1)
      expect(new Set(records.filter((record) => record.includes('Bulk'))).size).toBe(1100)
      expect((await list()).responses).toHaveLength(100)
    })

    test('are not visible to other users', async () => {
      expect((await csv(other.token)).status).toBe(404)
      expect(await call('GET', `${device.id}/responses`, undefined, other.token)).toMatchObject({
        status: 404,
        body: { code: 'device_not_found' },
      })
    })
  })
})
