import type { Session } from '@kirim/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { journeyEngines } from '../testing/engines.ts'
import { seedMember } from '../testing/seed-member.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { adminCommand } from './admin-command.ts'

test.each([
  [[], 'Say what to do.'],
  [['demote', 'a@example.com'], "There is no command 'demote'."],
  [['promote'], "'promote' needs the e-mail of an account."],
  [['password'], "'password' needs the e-mail of an account."],
  [['plan'], "'plan' needs the e-mail of an account."],
  [['plan', 'a@example.com'], 'Name the plan. It is one of Free, Basic, Pro.'],
  [['plan', 'a@example.com', 'Gold'], "There is no plan 'Gold'. It is one of Free, Basic, Pro."],
])('%j is refused: %s', (args, sentence) => {
  expect(() => adminCommand(args)).toThrow(sentence)
})

describe.each(journeyEngines)('beside a server, on %s', (engine) => {
  let app: TestApp
  let db: Db
  let admin: Session
  beforeAll(async () => {
    app = await startTestApp(engine)
    db = app.openDatabase()
    admin = await app.newUser('Admin')
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })

  const run = (...args: string[]) =>
    adminCommand(args)({ db, clock: systemClock, url: 'https://kirim.example.com' })
  const tokenIn = (said: string, start: string) => {
    const [link = ''] = said.split('\n')
    expect(link.startsWith(`https://kirim.example.com/${start}`)).toBe(true)
    return link.split('=')[1]
  }

  test('the only admin gets in again by a link', async () => {
    const token = tokenIn(await run('password', admin.email.toUpperCase()), 'reset-password#token=')
    const password = 'teh-tarik-panas'
    const body = { token, password }
    expect((await app.call('POST', '/users/reset-password', { body })).status).toBe(200)
    expect((await app.call('GET', '/users/profile', { token: admin.token })).status).toBe(401)
    const login = await app.call('POST', '/users/login', { body: { email: admin.email, password } })
    expect(login).toMatchObject({ status: 200, body: { role: 'admin' } })
    admin = login.body as Session
  })

  test('an invitation lets one in', async () => {
    const setMode = (mode: string) =>
      app.call('PUT', '/admin/registration', { token: admin.token, body: { mode } })
    await setMode('closed')
    await expect(run('invite')).rejects.toThrow('Registration is closed on this server')
    await setMode('invitation')
    const invitation = tokenIn(await run('invite', 'For', 'Siti'), 'register#invitation=')
    expect((await app.call('GET', '/admin/invitations', { token: admin.token })).body).toEqual([
      expect.objectContaining({ note: 'For Siti' }),
    ])
    const siti = { name: 'Siti', email: 'siti@example.com', password: 'kopi-ais-panas' }
    const register = () => app.call('POST', '/users/register', { body: { ...siti, invitation } })
    expect((await register()).status).toBe(201)
  })

  test('accounts are listed, promoted, and given a plan', async () => {
    expect(await run('promote', 'siti@example.com')).toBe('siti@example.com is an admin now.')
    expect(await run('plan', 'siti@example.com', 'pro')).toContain('has the Pro plan now.')
    expect((await run('list')).split('\n')).toEqual([
      `${admin.email}  admin  Free  Admin`,
      'siti@example.com  admin  Pro  Siti',
    ])
    const siti = await db.selectFrom('users').select('id').where('name', '=', 'Siti').execute()
    for (const { id } of siti) await seedMember(db, admin._id, id, { role: 'agent' })
    expect((await run('list')).split('\n').slice(2)).toEqual([
      '',
      'Workspaces:',
      `Admin  Free  2 people  owned by ${admin.email}`,
    ])
    for (const words of [['promote'], ['password'], ['plan']]) {
      await expect(run(...words, 'nobody@example.com', 'Pro')).rejects.toThrow(
        'There is no account with the e-mail nobody@example.com.',
      )
    }
  })
})
