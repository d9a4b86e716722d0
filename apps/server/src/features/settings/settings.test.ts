import type { Session } from '@kirim/contract/accounts'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, openDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { journeyEngines, migratedStore } from '../../testing/engines.ts'
import { type ModelServer, startModelServer } from '../../testing/model-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const KEY = 'sk-secret-1234567890'

describe.each(journeyEngines)('AI settings on %s', (engine) => {
  const clock = createFakeClock()
  let store: Awaited<ReturnType<typeof migratedStore>>
  let db: Db
  let app: TestApp
  let server: ModelServer
  let session: Session

  beforeAll(async () => {
    server = await startModelServer()
    store = await migratedStore(engine)
    const { dataDir, databaseUrl } = store
    app = await startTestApp(engine, {
      clock,
      // A live network that is never used: there is no linked device.
      env: {
        WHATSAPP_NETWORK: 'live',
        WHATSAPP_URL: 'ws://127.0.0.1:1',
        ALLOW_PRIVATE_ADDRESSES: 'true',
      },
      config: { dataDir, databaseUrl },
    })
    db = openDatabase(
      databaseUrl ? { url: databaseUrl } : { file: `${dataDir}/kirim.db` },
      createLog('silent'),
    )
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
    await server.stop()
    store.remove()
  })
  beforeEach(async () => {
    session = await app.newUser()
    server.requests.length = 0
    server.answerWith(200, { data: [{ id: 'small' }] })
  })

  const call = (method: string, body?: unknown) =>
    app.call(method, '/settings/ai', {
      token: session.token,
      ...(body !== undefined && { body }),
    })
  const compatible = (more: object = {}) => ({
    provider: 'openai-compatible',
    baseUrl: server.url,
    model: 'small',
    ...more,
  })
  const stored = () =>
    db.selectFrom('ai_settings').selectAll().where('user_id', '=', session._id).execute()

  test('are nothing at first, kept once checked, and forgotten on request', async () => {
    expect(await call('GET')).toMatchObject({ status: 200, body: null })
    const settings = compatible({ model: 'small', monthlyLimit: 100 })
    const kept = { ...settings, hasKey: true, usedThisMonth: 0 }
    expect(await call('PUT', { ...settings, apiKey: KEY })).toMatchObject({
      status: 200,
      body: kept,
    })
    expect((await call('GET')).body).toEqual(kept)
    expect(server.requests).toMatchObject([
      { url: '/models', headers: { authorization: `Bearer ${KEY}` } },
    ])
    expect((await call('DELETE')).status).toBe(204)
    expect((await call('GET')).body).toBeNull()
    expect((await call('DELETE')).status).toBe(204)
    expect(await stored()).toEqual([])
  })

  test('hold the key sealed, and for this user only', async () => {
    await call('PUT', compatible({ apiKey: KEY }))
    const [row] = await stored()
    expect(row?.sealed_key).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toContain(KEY)
    const other = await app.newUser()
    expect(await app.call('GET', '/settings/ai', { token: other.token })).toMatchObject({
      body: null,
    })
  })

  test('keep the key when only model or limit change, without asking the provider again', async () => {
    await call('PUT', compatible({ apiKey: KEY }))
    const [before] = await stored()
    expect(await call('PUT', compatible({ model: 'large', monthlyLimit: 5 }))).toMatchObject({
      body: { model: 'large', monthlyLimit: 5, hasKey: true },
    })
    expect(server.requests).toHaveLength(1)
    await call('PUT', compatible({ apiKey: `${KEY}-2` }))
    expect(server.requests).toHaveLength(2)
    const [after] = await stored()
    expect(after?.sealed_key).not.toBe(before?.sealed_key)
  })

  test('ask a provider ten times a minute at most for one account, whoever else asks', async () => {
    const save = (n: number) => call('PUT', compatible({ apiKey: `${KEY}-${n}` }))
    for (let n = 0; n < 10; n++) expect((await save(n)).status).toBe(200)
    expect(await save(10)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(server.requests).toHaveLength(10)
    const other = await app.newUser()
    expect(
      (await app.call('PUT', '/settings/ai', { token: other.token, body: compatible() })).status,
    ).toBe(200)
    clock.advance(60_000)
    expect((await save(11)).status).toBe(200)
  })

  test('send a kept key to no other address or provider', async () => {
    await call('PUT', compatible({ apiKey: KEY }))
    const elsewhere = await startModelServer()
    await call('PUT', compatible({ baseUrl: elsewhere.url }))
    await elsewhere.stop()
    expect(elsewhere.requests).toHaveLength(1)
    expect(JSON.stringify(elsewhere.requests)).not.toContain(KEY)
    expect((await call('GET')).body).toMatchObject({ baseUrl: elsewhere.url, hasKey: false })

    await call('PUT', compatible({ apiKey: KEY }))
    expect(await call('PUT', { provider: 'openai' })).toMatchObject({
      status: 400,
      body: { code: 'ai_key_required', message: 'Enter the API key of this provider.' },
    })
    expect((await call('GET')).body).toMatchObject({ provider: 'openai-compatible', hasKey: true })
  })

  test('need no key where the provider needs none', async () => {
    expect(await call('PUT', compatible())).toMatchObject({ status: 200, body: { hasKey: false } })
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('refuse a key that the provider refuses, and change nothing', async () => {
    await call('PUT', compatible({ apiKey: KEY }))
    const before = await stored()
    server.answerWith(401, { error: { message: 'Bad key sk-wrong-key-000.' } })
    const answer = await call('PUT', compatible({ apiKey: 'sk-wrong-key-000', model: 'other' }))
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'ai_key_refused',
        message: 'The provider did not accept this API key: Bad key ….',
      },
    })
    expect(JSON.stringify(answer.body)).not.toContain('sk-wrong')
    expect(await stored()).toEqual(before)
  })

  test.each<[number, string]>([
    [500, 'it answered with status 500.'],
    [200, 'the server at this address is not an AI provider.'],
  ])('tell apart a provider that fails with %i', async (status, reason) => {
    server.answerWith(status, 'garbage')
    expect(await call('PUT', compatible({ apiKey: KEY }))).toMatchObject({
      status: 502,
      body: {
        code: 'ai_provider_unreachable',
        message: `The provider could not be reached: ${reason}`,
      },
    })
    expect(await stored()).toEqual([])
  })

  test('give a silent provider ten seconds', async () => {
    const asked = Promise.withResolvers<void>()
    server.answerBy(() => asked.resolve())
    let isAnswered = false
    const answer = call('PUT', compatible({ apiKey: KEY })).finally(() => {
      isAnswered = true
    })
    await asked.promise
    clock.advance(9_999)
    await call('GET')
    expect(isAnswered).toBe(false)
    clock.advance(1)
    expect(await answer).toMatchObject({
      status: 502,
      body: { message: 'The provider could not be reached: it did not answer in time.' },
    })
  })

  test('count what was used in this month only', async () => {
    await call('PUT', compatible())
    const used = { used_month: new Date(clock.now()).toISOString().slice(0, 7), used_count: 7 }
    await db.updateTable('ai_settings').set(used).where('user_id', '=', session._id).execute()
    await call('PUT', compatible({ monthlyLimit: 10 }))
    expect((await call('GET')).body).toMatchObject({ usedThisMonth: 7, monthlyLimit: 10 })
    const lastMonth = { used_month: '2025-01', used_count: 7 }
    await db.updateTable('ai_settings').set(lastMonth).where('user_id', '=', session._id).execute()
    expect((await call('GET')).body).toMatchObject({ usedThisMonth: 0 })
  })

  test.each<[object, string]>([
    [{}, 'provider'],
    [{ provider: 'skynet' }, 'provider'],
    [{ provider: 'openai-compatible', apiKey: KEY }, 'needs its address'],
    [
      { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9' },
      'needs the name of its model',
    ],
    [{ provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9', model: ' ' }, 'its model'],
    [{ provider: 'openai-compatible', baseUrl: 'file:///etc/passwd' }, 'http'],
    [{ provider: 'openai', apiKey: '' }, 'apiKey'],
    [{ provider: 'openai', apiKey: KEY, monthlyLimit: -1 }, 'monthlyLimit'],
  ])('refuse %j', async (body, sentence) => {
    const answer = await call('PUT', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((answer.body as { message: string }).message).toContain(sentence)
    expect(JSON.stringify(answer.body)).not.toContain(KEY)
    expect(server.requests).toEqual([])
  })

  test('are only simulated on the sandbox network: nothing leaves, nothing is kept', async () => {
    const sandbox = await startTestApp(engine)
    const { token } = await sandbox.newUser()
    const body = compatible({ apiKey: KEY })
    expect(await sandbox.call('PUT', '/settings/ai', { token, body })).toMatchObject({
      status: 409,
      body: {
        code: 'ai_settings_simulated',
        message: 'On the sandbox network, AI settings are only simulated.',
      },
    })
    expect(await sandbox.call('GET', '/settings/ai', { token })).toMatchObject({ body: null })
    expect(server.requests).toEqual([])
    await sandbox.stop()
  })
})
