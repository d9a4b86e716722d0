import type { Session } from '@kirim/contract/accounts'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { engines } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openBrowser } from '../../testing/test-browser.ts'

describe.each(engines)('accounts on %s', (engine) => {
  const clock = createFakeClock()
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp(engine, { clock, env: { REGISTER_LIMIT: '30' } })
  })
  afterAll(() => app.stop())

  const password = 'a long password'
  const register = (email: string, name = 'Aisyah') =>
    app.call('POST', '/users/register', { body: { name, email, password } })
  const login = (email: string, word = password) =>
    app.call('POST', '/users/login', { body: { email, password: word } })

  test('the first account is the admin, the next one a user', async () => {
    expect((await register('first@example.com')).body).toMatchObject({
      role: 'admin',
      membershipPlan: 'Free',
    })
    expect((await register('second@example.com')).body).toMatchObject({ role: 'user' })
  })

  test('an e-mail is taken whatever its case', async () => {
    await register('Taken@example.com')
    expect(await register('tAKEN@Example.com')).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    expect((await login('taken@EXAMPLE.com')).status).toBe(200)
  })

  test('an answer never carries anything of the password', async () => {
    await register('plain@example.com')
    const session = (await login('plain@example.com')).body
    expect(Object.keys(session as object).sort()).toEqual(
      [
        '_id',
        'createdAt',
        'defaultCountry',
        'email',
        'membershipPlan',
        'name',
        'role',
        'token',
      ].sort(),
    )
  })

  test.each([
    [{ name: '', email: 'x@example.com', password }, 'Name is required.'],
    [{ name: 'X', email: 'no mail', password }, 'Enter a valid e-mail address.'],
    [
      { name: 'X', email: 'x@example.com', password: '1234567' },
      'A password needs at least 8 characters.',
    ],
    [{ name: 'X', email: 'x@example.com', password: 'p'.repeat(201) }, 'at most 200 characters.'],
    [{ name: 'X', email: 'x@example.com', password: '         ' }, 'cannot be only spaces.'],
    [{ name: 'X', email: 'x@example.com', password: ' \u00a0\u2003\u200b \t ' }, 'only spaces.'],
    [{ name: 5, email: 'x@example.com', password }, 'Name is required.'],
    [{ name: 'X', email: '', password }, 'Enter a valid e-mail address.'],
    [{}, 'Name is required. E-mail is required. Password is required.'],
  ])('refuses to register %j', async (body, sentence) => {
    const answer = await app.call('POST', '/users/register', { body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((answer.body as { message: string }).message).toContain(sentence)
  })

  test.each([
    [{}, 'E-mail is required. Password is required.'],
    [{ email: ' ', password: '' }, 'E-mail is required. Password is required.'],
    [{ email: null, password: 5 }, 'E-mail is required. Password is required.'],
    [{ email: 'x@example.com' }, 'Password is required.'],
  ])('does not sign in by %j', async (body, message) => {
    expect(await app.call('POST', '/users/login', { body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message },
    })
  })

  test('a changed password signs out everywhere else', async () => {
    await register('change@example.com')
    const one = (await login('change@example.com')).body as { token: string }
    const two = (await login('change@example.com')).body as { token: string }
    const changed = await app.call('PUT', '/users/profile', {
      token: one.token,
      body: { name: 'Aisyah B', password: 'another password', currentPassword: password },
    })
    const { token } = changed.body as { token: string }
    expect(changed.body).toMatchObject({ name: 'Aisyah B', email: 'change@example.com' })
    const statusWith = async (t: string) =>
      (await app.call('GET', '/users/profile', { token: t })).status
    expect(await statusWith(one.token)).toBe(401)
    expect(await statusWith(two.token)).toBe(401)
    expect(await statusWith(token)).toBe(200)
    expect((await login('change@example.com')).status).toBe(401)
    expect((await login('change@example.com', 'another password')).status).toBe(200)
  })

  test('a changed password ends the connections of other browsers, and of its own without a word of it', async () => {
    await register('lines@example.com')
    const open = async () => {
      const session = (await login('lines@example.com')).body as Session
      return { session, browser: await openBrowser(app.url, session) }
    }
    const [own, other] = [await open(), await open()]
    const told: string[] = []
    own.browser.socket.on('signed_out', () => told.push('own'))
    other.browser.socket.on('signed_out', () => told.push('other'))
    const ends = [own, other].map(({ browser }) => browser.next('disconnect'))
    const changed = await app.call('PUT', '/users/profile', {
      token: own.session.token,
      body: { name: 'Aisyah', password: 'another password', currentPassword: password },
    })
    // Both end at once, without moving a clock.
    expect(await Promise.all(ends)).toEqual(Array(2).fill('io server disconnect'))
    expect(told).toEqual(['other'])
    const { token } = changed.body as Session
    const next = await openBrowser(app.url, { ...own.session, token })
    const isTold = next.next('contacts_changed')
    await app.call('POST', '/contact-groups', { token, body: { groupName: 'Friends' } })
    await isTold
    next.close()
  })

  test('a profile without a new password keeps the token', async () => {
    await register('keep@example.com')
    const { token } = (await login('keep@example.com')).body as { token: string }
    const answer = await app.call('PUT', '/users/profile', {
      token,
      body: { name: 'New', password: '' },
    })
    expect(answer.body).toMatchObject({ name: 'New', token })
  })

  test('signing out revokes the token', async () => {
    const { token } = await app.newUser()
    expect((await app.call('POST', '/users/logout', { token })).status).toBe(204)
    expect((await app.call('GET', '/users/profile', { token })).status).toBe(401)
  })

  test('ten failures lock an account for 15 minutes, even for the right password', async () => {
    await register('locked@example.com')
    for (let i = 0; i < 10; i++)
      expect((await login('locked@example.com', 'wrong')).status).toBe(401)
    const refused = await login('LOCKED@example.com')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_sign_ins' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    clock.advance(15 * 60 * 1000)
    expect((await login('locked@example.com')).status).toBe(200)
  })

  test('people who sign in side by side all get in', async () => {
    await register('many@example.com')
    const answers = await Promise.all(Array.from({ length: 14 }, () => login('many@example.com')))
    expect(answers.map((answer) => answer.status)).toEqual(Array(14).fill(200))
  })

  test('guesses side by side get no more tries than guesses in a row', async () => {
    await register('guessed@example.com')
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => login('guessed@example.com', `guess ${i}`)),
    )
    const codes = answers.map((answer) => (answer.body as { code: string }).code)
    expect(codes.filter((code) => code === 'wrong_credentials')).toHaveLength(10)
    expect(codes.filter((code) => code === 'too_many_sign_ins')).toHaveLength(20)
  })

  test('an address gets a hundred failures, whatever the accounts, side by side too', async () => {
    clock.advance(15 * 60 * 1000)
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, i) => login(`nobody${i}@example.com`)),
    )
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(100)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20)
    clock.advance(15 * 60 * 1000)
  })

  test('so does one whose port the proxy writes, too', async () => {
    const proxied = await startTestApp(engine, { clock, env: { TRUST_PROXY: 'true' } })
    onTestFinished(() => proxied.stop())
    const statuses = await Promise.all(
      Array.from({ length: 105 }, async (_, i) => {
        const { status } = await fetch(`${proxied.url}/api/users/login`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `198.51.100.78:${1000 + i}`,
          },
          body: JSON.stringify({ email: `nobody${i}@example.com`, password }),
        })
        return status
      }),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })

  test('an address may register a limited number of accounts in an hour', async () => {
    const answers = []
    for (let i = 0; i < 31; i++) answers.push(await register(`many${i}@example.com`))
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    clock.advance(60 * 60 * 1000)
    expect((await register('later@example.com')).status).toBe(201)
  })

  test('a token expires after 30 days', async () => {
    const { token } = await app.newUser()
    clock.advance(30 * 24 * 60 * 60 * 1000 + 1)
    expect((await app.call('GET', '/users/profile', { token })).status).toBe(401)
  })
})
