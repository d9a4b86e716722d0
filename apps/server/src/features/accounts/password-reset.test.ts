import type { Session } from '@kirim/contract/accounts'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openBrowser } from '../../testing/test-browser.ts'

const NEXT = 'teh-tarik-panas'
const DAY_MS = 24 * 60 * 60 * 1000

describe.each(journeyEngines)('a link for a new password on %s', (engine) => {
  const clock = createFakeClock()
  let app: TestApp
  let admin: Session

  beforeAll(async () => {
    app = await startTestApp(engine, { clock })
    admin = await app.newUser('Admin')
  })
  afterAll(() => app.stop())

  const makeLink = (member: { _id: string }, by: Session = admin) =>
    app.call('POST', `/admin/users/${member._id}/reset-link`, { token: by.token })
  const tokenFor = async (member: { _id: string }) => {
    const { body } = await makeLink(member)
    return (body as { token: string }).token
  }
  const reset = (token: string, password = NEXT) =>
    app.call('POST', '/users/reset-password', { body: { token, password } })
  const signIn = async (email: string, password: string) =>
    (await app.call('POST', '/users/login', { body: { email, password } })).status
  const invalid = { status: 403, body: { code: 'reset_link_invalid' } }

  test('sets it once, and ends every session of the account', async () => {
    const member = await app.newUser()
    const browser = await openBrowser(app.url, member)
    const ended = browser.next('signed_out')
    const token = await tokenFor(member)
    expect(await reset(token)).toMatchObject({ status: 200, body: { email: member.email } })
    await ended
    expect((await app.call('GET', '/users/profile', { token: member.token })).status).toBe(401)
    expect(await signIn(member.email, 'correct horse')).toBe(401)
    expect(await signIn(member.email, NEXT)).toBe(200)
    expect(await reset(token)).toMatchObject(invalid)
    browser.close()
  })

  test('used by many at once works for one', async () => {
    const member = await app.newUser()
    const token = await tokenFor(member)
    const words = ['one-of-them', 'two-of-them', 'three-of-them']
    const answers = await Promise.all(words.map((word) => reset(token, word)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    const set = words[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect(await signIn(member.email, set)).toBe(200)
  })

  test('ends after a day, with a newer link, and with another change of the password', async () => {
    const member = await app.newUser()
    const [old, newer] = [await tokenFor(member), await tokenFor(member)]
    expect(await reset(old)).toMatchObject(invalid)
    const body = { name: 'Aina', password: 'changed by hand', currentPassword: 'correct horse' }
    await app.call('PUT', '/users/profile', { token: member.token, body })
    expect(await reset(newer)).toMatchObject(invalid)
    const late = await tokenFor(member)
    clock.advance(DAY_MS)
    expect(await reset(late)).toMatchObject(invalid)
    expect(await signIn(member.email, 'changed by hand')).toBe(200)
  })

  test('stays for another try after a password that is refused', async () => {
    const token = await tokenFor(await app.newUser())
    expect((await reset(token, 'password123')).body).toMatchObject({ code: 'password_too_common' })
    expect((await reset(token, '         ')).body).toMatchObject({ code: 'validation_failed' })
    expect((await reset(token)).status).toBe(200)
  })

  test('lets in at once who was locked out for wrong guesses', async () => {
    const member = await app.newUser()
    for (let i = 0; i < 10; i++) await signIn(member.email, 'wrong')
    expect(await signIn(member.email, NEXT)).toBe(429)
    await reset(await tokenFor(member))
    expect(await signIn(member.email, NEXT)).toBe(200)
  })

  test('is an admin’s to make, for somebody there is', async () => {
    const [member, other] = [await app.newUser(), await app.newUser()]
    expect((await makeLink(member, other)).status).toBe(403)
    expect((await makeLink(member, member)).status).toBe(403)
    expect(await makeLink(admin)).toMatchObject({ status: 403, body: { code: 'own_reset_link' } })
    expect(await makeLink({ _id: 'nobody' })).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    })
  })

  test.each([
    ['is an admin no more', 'PUT', { role: 'user' }],
    ['was deleted', 'DELETE', undefined],
  ])('ends when the admin who made it %s', async (_what, method, body) => {
    const [maker, member] = [await app.newUser(), await app.newUser()]
    const asAdmin = (verb: string, more: object) =>
      app.call(verb, `/admin/users/${maker._id}`, { token: admin.token, ...more })
    await asAdmin('PUT', { body: { role: 'admin' } })
    const { token } = (await makeLink(member, maker)).body as { token: string }
    expect((await asAdmin(method, body ? { body } : {})).status).toBeLessThan(300)
    expect(await reset(token)).toMatchObject(invalid)
    await asAdmin('PUT', { body: { role: 'admin' } })
    expect(await reset(token)).toMatchObject(invalid)
  })

  test('cannot be guessed for long', async () => {
    clock.advance(DAY_MS)
    const token = await tokenFor(await app.newUser())
    for (let i = 0; i < 10; i++) expect(await reset(`made up ${i}`)).toMatchObject(invalid)
    expect(await reset(token)).toMatchObject({ status: 429, body: { code: 'too_many_guesses' } })
  })
})
