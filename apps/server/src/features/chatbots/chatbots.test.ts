import type { Session } from '@kirim/contract/accounts'
import type { AiDeviceSummary, ChatbotItem, ListedChatbotItem } from '@kirim/contract/chatbots'
import type { Device } from '@kirim/contract/devices'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { chatbotForm, linkDevice, openBrowser, pngFile } from '../../testing/test-browser.ts'

const FULL = {
  status: 'disable',
  isNotMatchDefaultResponse: 'yes',
  sendTo: 'group',
  type: 'message_contains_whole_keyword',
  name: '  Harga  ',
  description: 'Prices',
  keywords: 'harga, price,,harga , berapa',
  presenceDelayTime: '25',
  presenceDelayStatus: 'enable_recording',
  saveData: 'response_is_saved',
  apiRestDataStatus: 'enabled',
  captionAi: '{Hi|Hello} [wa_name]\nRM 10',
  useAiFeature: 'use_ai',
  aiSpintax: 'Be {kind|short}',
}

describe.each(journeyEngines)('chatbot items on %s', (engine) => {
  const clock = createFakeClock()
  let app: TestApp
  let session: Session
  let device: Device

  beforeAll(async () => {
    app = await startTestApp(engine, { clock })
    await app.newUser('Admin')
    session = await app.newUser('Siti')
    device = await linkDevice(app, session)
  })
  afterAll(() => app.stop())

  const call = (method: string, path: string, body?: unknown, token = session.token) =>
    app.call(method, path, { token, ...(body !== undefined && { body }) })
  const base = () => `/ai-chatbot/${device.id}/campaigns`
  const create = async (fields: Parameters<typeof chatbotForm>[0] = {}) => {
    const answer = await call('POST', base(), chatbotForm(fields))
    expect([answer.status, answer.body]).toEqual([201, expect.anything()])
    return answer.body as ChatbotItem
  }
  const update = (id: string, fields: Parameters<typeof chatbotForm>[0]) =>
    call('PUT', `${base()}/${id}`, chatbotForm(fields))
  const load = async (id: string) => (await call('GET', `${base()}/${id}`)).body as ChatbotItem
  const list = async () => (await call('GET', base())).body as ListedChatbotItem[]
  const listed = async (id: string) => (await list()).find(({ _id }) => _id === id)
  const summary = async () =>
    (await call('GET', '/ai-chatbot/devices-summary')).body as AiDeviceSummary[]
  const fileStatus = async (item: ChatbotItem) =>
    (await fetch(`${app.url}${item.mediaFileAi?.filePath}`)).status

  test('has up to 100 keywords, each in its own field as the page sends them', async () => {
    const formWith = (count: number) => {
      const form = chatbotForm({ name: 'Many', status: 'disable' })
      for (let n = 1; n < count; n += 1) form.append('keywords[]', `${'k'.repeat(190)}${n}`)
      form.append('keywords[]', '[vip]')
      return form
    }
    const saved = await call('POST', base(), formWith(100))
    expect(saved.status).toBe(201)
    const { id, keywords } = saved.body as ChatbotItem
    expect(keywords).toHaveLength(100)
    expect(keywords.at(-1)).toBe('[vip]')
    expect(await call('PUT', `${base()}/${id}`, formWith(101))).toMatchObject({
      status: 400,
      body: { message: 'Use at most 100 keywords.' },
    })
    await call('DELETE', `${base()}/${id}`)
  })

  test('a number needs an enabled item before its chatbot can answer', async () => {
    const card = {
      id: device.id,
      name: device.name,
      number: device.number,
      avatarUrl: null,
      connected: true,
    }
    const off = {
      unlinked: false,
      problem: null,
      stats: { sent: 0, items: 0 },
      needsSetup: true,
      statusEnabled: false,
    }
    expect(await summary()).toEqual([{ ...card, ...off }])
    const switched = await call('PUT', `/ai-chatbot/devices/${device.id}/status`, {
      isEnabled: true,
    })
    expect(switched).toMatchObject({ status: 200, body: { ...card, ...off, statusEnabled: true } })

    const item = await create({ status: 'disable' })
    expect(await summary()).toMatchObject([{ stats: { items: 1 }, needsSetup: true }])
    await call('PUT', `${base()}/${item._id}/status`, { status: 'Enabled' })
    expect(await summary()).toMatchObject([{ needsSetup: false, statusEnabled: true }])
    await call('PUT', `/ai-chatbot/devices/${device.id}/status`, { isEnabled: 'false' })
    expect(await summary()).toMatchObject([{ needsSetup: false, statusEnabled: false }])
    await call('DELETE', `${base()}/${item._id}`)
    expect(await summary()).toMatchObject([{ stats: { items: 0 }, needsSetup: true }])
  })

  test('every field of the form comes back as it was sent', async () => {
    const next = await create({ name: 'Next' })
    const item = await create({
      ...FULL,
      nextBotAction: next._id,
      mediaFileAi: pngFile('menu.png'),
      unknownField: 'ignored',
    })
    expect(await load(item._id)).toEqual(item)
    expect(item).toEqual({
      ...FULL,
      _id: item._id,
      id: item._id,
      deviceId: device.id,
      campaignType: 'ai_chatbot',
      isNotMatchDefaultResponse: true,
      name: 'Harga',
      keywords: ['harga', 'price', 'berapa'],
      presenceDelayTime: 25,
      nextBotAction: next._id,
      mediaFileAi: expect.objectContaining({ originalName: 'menu.png', fileType: 'image/png' }),
      lastEdited: new Date(clock.now()).toISOString(),
    })
    expect(await fileStatus(item)).toBe(200)
    expect((await call('GET', '/media')).body).toEqual([])
  })

  test('fields that a form leaves out get their defaults', async () => {
    expect(await create({ name: 'Short', captionAi: 'Hi' })).toMatchObject({
      status: 'enable',
      isNotMatchDefaultResponse: false,
      sendTo: 'all',
      type: 'message_contains_keyword',
      description: '',
      keywords: [],
      nextBotAction: '',
      presenceDelayTime: 0,
      presenceDelayStatus: 'disable',
      saveData: 'no_save_response',
      apiRestDataStatus: 'disabled',
      mediaFileAi: null,
      useAiFeature: 'not_use_ai',
      aiSpintax: '',
    })
  })

  test('the list is oldest first, shows the features, and a switch is no edit', async () => {
    const ids = [(await create({ name: 'A' }))._id, (await create({ name: 'B' }))._id]
    const all = await list()
    expect(all.slice(-2).map(({ _id }) => _id)).toEqual(ids)
    const item = await create({ ...FULL, mediaFileAi: pngFile('x.png') })
    const { lastEdited } = item
    expect(await listed(item._id)).toEqual({
      _id: item._id,
      name: 'Harga',
      status: 'Disabled',
      useAI: true,
      media: true,
      link: false,
      lastEdited,
      isDefault: true,
      sendTo: 'group',
      type: 'message_contains_whole_keyword',
      keywords: ['harga', 'price', 'berapa'],
      keywordCount: 3,
      nextBotAction: '',
      savesResponse: true,
      callsApi: true,
      apiFailure: null,
      firstLine: '{Hi|Hello} [wa_name]',
    })
    clock.advance(1000)
    const switched = await call('PUT', `${base()}/${item._id}/status`, { status: 'Enabled' })
    expect(switched.body).toMatchObject({ _id: item._id, status: 'Enabled', lastEdited })
    expect((await load(item._id)).status).toBe('enable')
    await update(item._id, { name: 'Edited' })
    expect(Date.parse((await listed(item._id))?.lastEdited ?? '')).toBe(clock.now())
  })

  test.each([
    ['See https://kirim.example/promo now', true],
    ['HTTP://EXAMPLE.COM', true],
    ['www.example.com', true],
    ['wa.me/60123456789', true],
    ['example.com', false],
    ['Yes/no, e.g. this', false],
    ['https:// nothing', false],
  ])('a caption of %j has a link: %s', async (captionAi, link) => {
    const item = await create({ captionAi })
    expect(await listed(item._id)).toMatchObject({ link, useAI: false, media: false })
  })

  test('keeps, replaces and removes a file, and deletes it with its item', async () => {
    const item = await create({ mediaFileAi: pngFile('one.png') })
    const kept = (await update(item._id, {})).body as ChatbotItem
    expect(kept.mediaFileAi).toEqual(item.mediaFileAi)
    const replaced = (await update(item._id, { mediaFileAi: pngFile('two.png') }))
      .body as ChatbotItem
    expect(replaced.mediaFileAi).toMatchObject({ originalName: 'two.png' })
    expect(await fileStatus(item)).toBe(404)
    expect(await fileStatus(replaced)).toBe(200)
    const without = (await update(item._id, { removeMediaFile: 'true' })).body as ChatbotItem
    expect(without.mediaFileAi).toBeNull()
    expect(await fileStatus(replaced)).toBe(404)
    const last = (await update(item._id, { mediaFileAi: pngFile('three.png') })).body as ChatbotItem
    expect((await call('DELETE', `${base()}/${item._id}`)).status).toBe(200)
    expect(await fileStatus(last)).toBe(404)
    expect(await call('GET', `${base()}/${item._id}`)).toMatchObject({
      status: 404,
      body: { code: 'chatbot_item_not_found' },
    })
  })

  test('a file that is neither image nor video is refused, and the item with it', async () => {
    const before = (await list()).length
    const form = chatbotForm({ mediaFileAi: new File(['plain'], 'x.png', { type: 'image/png' }) })
    expect(await call('POST', base(), form)).toMatchObject({
      status: 415,
      body: { message: 'Only image or video files are allowed.' },
    })
    expect(await list()).toHaveLength(before)
  })

  test('a next action ends when its item is deleted', async () => {
    const last = await create({ name: 'Last' })
    const first = await create({ name: 'First', nextBotAction: last._id })
    await call('DELETE', `${base()}/${last._id}`)
    expect((await load(first._id)).nextBotAction).toBe('')
  })

  test('a next action must be an item of this number', async () => {
    const stranger = await app.newUser()
    const theirs = await linkDevice(app, stranger)
    const path = `/ai-chatbot/${theirs.id}/campaigns`
    const foreign = (await call('POST', path, chatbotForm(), stranger.token)).body as ChatbotItem
    const item = await create()
    for (const nextBotAction of ['nothing', foreign._id]) {
      const refused = { status: 409, body: { code: 'chatbot_next_action_missing' } }
      expect(await call('POST', base(), chatbotForm({ nextBotAction }))).toMatchObject(refused)
      expect(await update(item._id, { nextBotAction })).toMatchObject(refused)
    }
  })

  test('next actions must not form a cycle', async () => {
    const c = await create({ name: 'C' })
    const b = await create({ name: 'B', nextBotAction: c._id })
    const a = await create({ name: 'A', nextBotAction: b._id })
    expect(await update(c._id, { name: 'C', nextBotAction: a._id })).toMatchObject({
      status: 409,
      body: {
        code: 'chatbot_next_action_cycle',
        message: 'This next bot action would loop back to itself: C → A → B → C.',
      },
    })
    expect(await update(a._id, { name: 'A', nextBotAction: a._id })).toMatchObject({
      status: 409,
      body: { message: 'This next bot action would loop back to itself: A → A.' },
    })
    expect((await load(c._id)).nextBotAction).toBe('')
  })

  test('two concurrent saves cannot form a cycle', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await create({ name: 'A' }), await create({ name: 'B' })]
      const answers = await Promise.all([
        update(a._id, { nextBotAction: b._id }),
        update(b._id, { nextBotAction: a._id }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  test('a NUL is refused, also one written inside a list', async () => {
    const refused = await call('POST', base(), chatbotForm({ keywords: '["a\\u0000b"]' }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'malformed_request' } })
  })

  test('a refused save leaves no file behind', async () => {
    const item = await create({ mediaFileAi: pngFile('kept.png') })
    const refused = await update(item._id, {
      nextBotAction: 'nothing',
      mediaFileAi: pngFile('x.png'),
    })
    expect(refused.status).toBe(409)
    expect(await fileStatus(item)).toBe(200)
    expect(await load(item._id)).toEqual(item)
  })

  test.each<[Record<string, string>, string]>([
    [{ name: ' ' }, 'Name is required.'],
    [{ name: 'x'.repeat(201) }, 'A name may have at most 200 characters.'],
    [{ captionAi: 'x'.repeat(10_001) }, 'A caption may have at most 10000 characters.'],
    [{ captionAi: ' \n ' }, 'Caption / text message is required.'],
    [{ presenceDelayTime: '26' }, 'The presence delay is at most 25 seconds.'],
    [{ presenceDelayTime: '-1' }, 'Enter whole seconds, from 0 to 25.'],
    [{ sendTo: 'nobody' }, 'sendTo'],
    [{ type: 'regex' }, 'type'],
    [{ status: 'Enabled' }, 'status'],
    [{ campaignType: 'bulk' }, 'campaignType'],
    [{ useAiFeature: 'yes' }, 'useAiFeature'],
    [{ keywords: Array.from({ length: 101 }, (_, i) => i).join() }, 'Use at most 100 keywords.'],
    [{ description: 'x'.repeat(2001) }, 'description: Use at most 2000 characters.'],
    [{ sendTo: 'nobody' }, 'sendTo: Choose one of the options.'],
  ])('refuses %j', async (fields, sentence) => {
    const answer = await call('POST', base(), chatbotForm(fields))
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((answer.body as { message: string }).message).toContain(sentence)
  })

  test('both forms of the path answer; no other path is doubled [7.ai.doubled]', async () => {
    const headers = { authorization: `Bearer ${session.token}` }
    const get = async (path: string) => fetch(`${app.url}${path}`, { headers })
    const [single, doubled] = [await get(`/api${base()}`), await get(`/api/api${base()}`)]
    expect(doubled.status).toBe(200)
    expect(await doubled.json()).toEqual(await single.json())
    expect((await get('/api/api/ai-chatbot/devices-summary')).status).toBe(200)
    expect((await get('/api/api/contacts')).status).toBe(404)
    expect((await get(`/api/api/api${base()}`)).status).toBe(404)
    expect((await fetch(`${app.url}/api/api${base()}`)).status).toBe(401)
  })

  test("another user's number and another number's item are not found", async () => {
    const { token } = await app.newUser()
    const item = await create()
    const tries: [string, string, unknown?][] = [
      ['GET', base()],
      ['POST', base(), chatbotForm()],
      ['GET', `${base()}/${item._id}`],
      ['PUT', `${base()}/${item._id}`, chatbotForm()],
      ['PUT', `${base()}/${item._id}/status`, { status: 'Disabled' }],
      ['DELETE', `${base()}/${item._id}`],
      ['PUT', `/ai-chatbot/devices/${device.id}/status`, { isEnabled: true }],
    ]
    for (const [method, path, body] of tries) {
      expect(await call(method, path, body, token)).toMatchObject({
        status: 404,
        body: { code: 'device_not_found' },
      })
    }
    const stranger = await app.newUser()
    const theirs = await linkDevice(app, stranger)
    expect(
      await call(
        'GET',
        `/ai-chatbot/${theirs.id}/campaigns/${item._id}`,
        undefined,
        stranger.token,
      ),
    ).toMatchObject({ status: 404, body: { code: 'chatbot_item_not_found' } })
    expect(await load(item._id)).toEqual(item)
  })

  test("notifies only the owner's browsers of changes of items or the switch", async () => {
    const [browser, stranger] = [
      await openBrowser(app.url, session),
      await openBrowser(app.url, await app.newUser()),
    ]
    let events = 0
    let overheard = 0
    browser.socket.on('chatbots_changed', () => {
      events += 1
    })
    stranger.socket.on('chatbots_changed', () => {
      overheard += 1
    })
    const { _id } = await create({ name: 'Told' })
    await until('the new item is told', async () => events === 1)
    const place = `${base()}/${_id}`
    const status = `/ai-chatbot/devices/${device.id}/status`
    const changes: [string, string, unknown?][] = [
      ['PUT', place, chatbotForm({ name: 'Told again' })],
      ['PUT', `${place}/status`, { status: 'Disabled' }],
      ['PUT', status, { isEnabled: false }],
      ['PUT', status, { isEnabled: true }],
      ['DELETE', place],
    ]
    for (const [index, [method, path, body]] of changes.entries()) {
      expect((await call(method, path, body)).status).toBe(200)
      await until(`${method} ${path} is told`, async () => events === index + 2)
    }
    expect(overheard).toBe(0)
    browser.close()
    stranger.close()
  })

  test('an unlinked number keeps its card and items; a removed one has its chatbot off', async () => {
    const owner = await app.newUser()
    const { token } = owner
    const theirs = await linkDevice(app, owner)
    const path = `/ai-chatbot/${theirs.id}/campaigns`
    const item = (await call('POST', path, chatbotForm(), token)).body as ChatbotItem
    await call('PUT', `/ai-chatbot/devices/${theirs.id}/status`, { isEnabled: true }, token)
    const cards = async () =>
      (await call('GET', '/ai-chatbot/devices-summary', undefined, token)).body
    const browser = await openBrowser(app.url, owner)
    const lost = browser.next('whatsapp_status', (status) => status === 'disconnected')
    await call('PUT', `/sandbox/phones/${theirs.number}`, { action: 'unlink' }, token)
    await lost
    browser.close()
    await until('it is unlinked', async () =>
      ((await cards()) as AiDeviceSummary[]).every(({ unlinked }) => unlinked),
    )
    expect(await cards()).toMatchObject([{ id: theirs.id, connected: false, stats: { items: 1 } }])
    expect((await call('GET', path, undefined, token)).body).toMatchObject([{ _id: item._id }])

    await linkDevice(app, owner, theirs.number)
    expect(await cards()).toMatchObject([
      { id: theirs.id, statusEnabled: true, connected: true, unlinked: false },
    ])
    await call('DELETE', `/whatsapp/devices/${theirs.id}`, undefined, token)
    expect((await call('GET', path, undefined, token)).status).toBe(404)
    await linkDevice(app, owner, theirs.number)
    expect(await cards()).toMatchObject([
      { id: theirs.id, statusEnabled: false, stats: { items: 1 } },
    ])
  })
})
