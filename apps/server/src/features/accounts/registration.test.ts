import type { Session } from '@kirim/contract/accounts'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createLog } from '../../platform/log.ts'
import { freshStore, journeyEngines } from '../../testing/engines.ts'
import { createCaller, startTestApp, type TestApp } from '../../testing/test-app.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

let people = 0
const person = (more: object = {}) => ({
  name: 'Aina',
  email: `aina${++people}@example.com`,
  password: 'kopi-ais-panas',
  ...more,
})

describe.each(journeyEngines)('registration on %s', (engine) => {
  const clock = createFakeClock()
  let app: TestApp
  let admin: Session

  beforeAll(async () => {
    app = await startTestApp(engine, { clock, env: { REGISTER_LIMIT: '1000' } })
    admin = await app.newUser('Admin')
  })
  afterAll(() => app.stop())

  const asAdmin = (method: string, path: string, body?: object) =>
    app.call(method, path, { token: admin.token, ...(body && { body }) })
  const setMode = async (mode: string) => {
    const answer = await asAdmin('PUT', '/admin/registration', { mode })
    expect(answer).toMatchObject({ status: 200, body: { mode } })
  }
  const register = (more: object = {}) =>
    app.call('POST', '/users/register', { body: person(more) })
  const invite = async (note = '') =>
    (await asAdmin('POST', '/admin/invitations', { note })).body as { _id: string; token: string }

  test('is open at first, and tells so to everybody', async () => {
    expect((await asAdmin('GET', '/admin/registration')).body).toEqual({ mode: 'open' })
    expect((await app.call('GET', '/users/registration')).body).toEqual({
      mode: 'open',
      setupCodeNeeded: false,
    })
    expect((await register()).status).toBe(201)
  })

  test('that is closed refuses everybody, with an invitation too', async () => {
    const { _id, token } = await invite()
    await setMode('closed')
    for (const invitation of [undefined, token]) {
      expect(await register({ invitation })).toMatchObject({
        status: 403,
        body: { code: 'registration_closed' },
      })
    }
    expect((await app.call('GET', '/users/registration')).body).toMatchObject({ mode: 'closed' })
    await asAdmin('DELETE', `/admin/invitations/${_id}`)
  })

  test('by invitation makes one account of each, also of many at once', async () => {
    await setMode('invitation')
    expect(await register()).toMatchObject({ status: 403, body: { code: 'invitation_required' } })
    expect(await register({ invitation: 'made-up' })).toMatchObject({
      status: 403,
      body: { code: 'invitation_invalid' },
    })
    const { token } = await invite()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => register({ invitation: token })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403])
    expect(answers.find(({ status }) => status === 201)?.body).toMatchObject({ role: 'user' })
    expect((await register({ invitation: token })).status).toBe(403)
  })

  test('with a taken e-mail or a common password leaves the invitation', async () => {
    await setMode('invitation')
    const { token } = await invite()
    const invitation = token
    expect((await register({ invitation, email: admin.email })).body).toMatchObject({
      code: 'email_taken',
    })
    expect(await register({ invitation, password: 'Password1' })).toMatchObject({
      status: 422,
      body: { code: 'password_too_common' },
    })
    expect((await register({ invitation })).status).toBe(201)
  })

  test('with an invitation while it is open uses it up, and asks for none', async () => {
    await setMode('invitation')
    const { token } = await invite()
    await setMode('open')
    expect((await register({ invitation: token })).status).toBe(201)
    expect((await register({ invitation: token })).status).toBe(201)
    expect((await asAdmin('GET', '/admin/invitations')).body).toEqual([])
  })

  test('invitations are listed without their tokens, withdrawn, and expire', async () => {
    await setMode('invitation')
    const [one, two] = [await invite('For Siti'), await invite()]
    const listed = (await asAdmin('GET', '/admin/invitations')).body
    expect(listed).toEqual([
      expect.objectContaining({ _id: two._id, note: '' }),
      expect.objectContaining({ _id: one._id, note: 'For Siti' }),
    ])
    expect(JSON.stringify(listed)).not.toContain(one.token)
    expect((await asAdmin('DELETE', `/admin/invitations/${one._id}`)).status).toBe(204)
    expect(await asAdmin('DELETE', `/admin/invitations/${one._id}`)).toMatchObject({
      status: 404,
      body: { code: 'invitation_not_found' },
    })
    expect((await register({ invitation: one.token })).status).toBe(403)
    clock.advance(WEEK_MS)
    expect((await register({ invitation: two.token })).status).toBe(403)
    expect((await app.call('GET', '/admin/invitations', { token: admin.token })).body).toEqual([])
  })
})

describe.each(journeyEngines)('an invitation on %s', (engine) => {
  test.each([
    ['is an admin no more', 'PUT', { role: 'user' }],
    ['was deleted', 'DELETE', undefined],
  ])('ends when the admin who made it %s', async (_what, method, body) => {
    const app = await startTestApp(engine, { clock: createFakeClock() })
    onTestFinished(() => app.stop())
    const [admin, maker] = [await app.newUser('Admin'), await app.newUser()]
    const asAdmin = (verb: string, path: string, more: object = {}) =>
      app.call(verb, path, { token: admin.token, ...more })
    await asAdmin('PUT', '/admin/registration', { body: { mode: 'invitation' } })
    await asAdmin('PUT', `/admin/users/${maker._id}`, { body: { role: 'admin' } })
    const made = await app.call('POST', '/admin/invitations', { token: maker.token, body: {} })
    const { token: invitation } = made.body as { token: string }
    await asAdmin(method, `/admin/users/${maker._id}`, body ? { body } : {})
    expect((await asAdmin('GET', '/admin/invitations')).body).toEqual([])
    const register = () => app.call('POST', '/users/register', { body: person({ invitation }) })
    expect(await register()).toMatchObject({ status: 403, body: { code: 'invitation_invalid' } })
  })
})

describe.each(journeyEngines)('the first account on %s', (engine) => {
  /** A server whose configuration lets others reach it, except for the port it listens on. */
  async function start(env: Record<string, string>) {
    const store = await freshStore(engine)
    const config = readConfig({
      PORT: '0',
      DATA_DIR: store.dataDir,
      DATABASE_URL: store.databaseUrl ?? '',
      ...env,
    })
    const app = await createApp(config, { clock: createFakeClock(), log: createLog('silent') })
    await app.start()
    const call = createCaller(app.address())
    const register = (more: object = {}) => call('POST', '/users/register', { body: person(more) })
    const needed = async () => (await call('GET', '/users/registration')).body
    return {
      app,
      register,
      needed,
      async stop() {
        await app.stop()
        store.remove()
      },
    }
  }
  const reachable = { PUBLIC_URL: 'http://kirim.example.com' }

  test('needs the code that was printed, where others can reach the server', async () => {
    const { app, register, needed, stop } = await start(reachable)
    const code = (await app.setupCode()) ?? ''
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    expect(await needed()).toEqual({ mode: 'open', setupCodeNeeded: true })
    for (const setupCode of [undefined, '', ' ']) {
      expect(await register({ setupCode })).toMatchObject({
        status: 403,
        body: { code: 'setup_code_required' },
      })
    }
    expect(await register({ setupCode: 'AAAA-BBBB-CCCC' })).toMatchObject({
      status: 403,
      body: { code: 'setup_code_wrong' },
    })
    const made = await register({ setupCode: code.toLowerCase() })
    expect(made).toMatchObject({ status: 201, body: { role: 'admin' } })
    expect([await app.setupCode(), await needed()]).toEqual([
      null,
      { mode: 'open', setupCodeNeeded: false },
    ])
    expect(await register()).toMatchObject({ status: 201, body: { role: 'user' } })
    await stop()
  })

  test('its code cannot be guessed for long', async () => {
    const { app, register, stop } = await start(reachable)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => register({ setupCode: 'AAAA-BBBB-CCCC' })),
    )
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10)
    const refused = await register({ setupCode: await app.setupCode() })
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_guesses' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    await stop()
  })

  test.each([
    ['nobody else can reach the server', {}],
    [
      'ADMIN_EMAIL names the admin',
      { ...reachable, ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'kopi-ais' },
    ],
  ])('needs none where %s', async (_where, env) => {
    const { app, register, needed, stop } = await start(env)
    expect(await app.setupCode()).toBeNull()
    expect(await needed()).toMatchObject({ setupCodeNeeded: false })
    expect((await register()).status).toBe(201)
    await stop()
  })
})
