import type { Session, User } from '@kirim/contract/accounts'
import type { AdminWorkspace } from '@kirim/contract/admin'
import type { QuotaUse } from '@kirim/contract/quotas'
import { WORKSPACE_HEADER } from '@kirim/contract/workspaces'
import { createFastClock } from '@kirim/testing/fast-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { journeyEngines } from '../../testing/engines.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { linkDevice, openBrowser } from '../../testing/test-browser.ts'

describe.each(journeyEngines)('workspaces, to an admin of the server, on %s', (engine) => {
  let app: TestApp
  let db: Db
  let admin: Session
  beforeAll(async () => {
    app = await startTestApp(engine, { clock: createFastClock(20) })
    db = app.openDatabase()
    admin = await app.newUser('Admin')
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })

  const call = (session: Session, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: session.token, ...(body !== undefined && { body }) })
  const path = (whose: Session) => `/admin/workspaces/${whose._id}`
  const listed = async () =>
    (await call(admin, 'GET', '/admin/workspaces')).body as AdminWorkspace[]
  const find = async (id: string) => (await listed()).find((workspace) => workspace.id === id)
  const users = async () => (await call(admin, 'GET', '/admin/users')).body as User[]
  const join = (whose: Session, person: Session, role: 'owner' | 'manager' | 'agent' | 'viewer') =>
    seedMember(db, whose._id, person._id, { role })

  test('are listed oldest first, with owners, people and numbers, and nothing in them', async () => {
    const [aina, farid] = [await app.newUser('Aina'), await app.newUser('Farid')]
    await join(aina, farid, 'agent')
    await linkDevice(app, aina)
    const all = await listed()
    expect(all[0]).toMatchObject({ id: admin._id, keepsPlan: true })
    expect(all.slice(-2)).toEqual([
      {
        id: aina._id,
        name: 'Aina',
        owners: [{ id: aina._id, name: 'Aina', email: aina.email }],
        people: 2,
        numbers: 1,
        membershipPlan: 'Free',
        keepsPlan: false,
        createdAt: aina.createdAt,
      },
      expect.objectContaining({ id: farid._id, people: 1, numbers: 0 }),
    ])
  })

  test.each([
    ['GET', '', undefined],
    ['PUT', '/:id', { membershipPlan: 'Pro' }],
    ['DELETE', '/:id', undefined],
    ['GET', '/:id/quotas', undefined],
    ['PUT', '/:id/quotas', { contacts: 1 }],
  ])('%s %s is for admins only', async (method, rest, body) => {
    const owner = await app.newUser()
    const at = `/admin/workspaces${rest.replace(':id', owner._id)}`
    expect((await call(owner, method, at, body)).status).toBe(403)
    expect(await find(owner._id)).toMatchObject({ membershipPlan: 'Free' })
    if (!rest) return
    expect(
      await call(admin, method, `/admin/workspaces${rest.replace(':id', 'no')}`, body),
    ).toEqual(
      expect.objectContaining({
        status: 404,
        body: expect.objectContaining({ code: 'no_such_workspace' }),
      }),
    )
  })

  test('an admin of the server belongs to none of them by that', async () => {
    const owner = await app.newUser()
    for (const at of ['/contacts', '/whatsapp/devices']) {
      const answer = await app.call('GET', at, {
        token: admin.token,
        headers: { [WORKSPACE_HEADER]: owner._id },
      })
      expect(answer).toMatchObject({ status: 404, body: { code: 'workspace_not_found' } })
    }
  })

  test('a plan and quotas count for all people, who are told at once', async () => {
    const [owner, agent, other] = [await app.newUser(), await app.newUser(), await app.newUser()]
    await join(owner, agent, 'agent')
    const browsers = await Promise.all(
      [owner, agent, other].map((person) => openBrowser(app.url, person)),
    )
    const heard: unknown[] = []
    // That they are there themselves is told after some seconds.
    browsers[2]?.socket.onAny((event) => event !== 'team_changed' && heard.push(event))
    for (const [at, body] of [
      [path(owner), { membershipPlan: 'Basic' }],
      [`${path(owner)}/quotas`, { contacts: 7 }],
    ] as const) {
      const told = browsers.slice(0, 2).map((browser) => browser.next('account_changed'))
      expect((await call(admin, 'PUT', at, body)).status).toBe(200)
      await Promise.all(told)
    }
    const answered = browsers[2]?.next('whatsapp_status')
    browsers[2]?.socket.emit('get_whatsapp_status')
    await answered
    expect(heard).toEqual(['whatsapp_status'])
    for (const browser of browsers) browser.close()

    const seen = await app.call('GET', '/users/quotas', {
      token: agent.token,
      headers: { [WORKSPACE_HEADER]: owner._id },
    })
    const contacts = (uses: unknown) =>
      (uses as QuotaUse[]).find(({ quota }) => quota === 'contacts')
    expect(contacts(seen.body)).toMatchObject({ limit: 7, ofPlan: 1_000_000 })
    expect(contacts((await call(agent, 'GET', '/users/quotas')).body)?.ofPlan).toBe(250_000)
    expect(contacts((await call(admin, 'GET', `${path(owner)}/quotas`)).body)?.limit).toBe(7)
    expect((await users()).find(({ _id }) => _id === owner._id)?.membershipPlan).toBe('Basic')
  })

  test('the own one of an admin keeps its plan, another of theirs does not', async () => {
    const [second, other] = [await app.newUser(), await app.newUser()]
    await join(other, second, 'owner')
    await call(admin, 'PUT', `/admin/users/${second._id}`, { role: 'admin' })
    const plan = { membershipPlan: 'Pro' }
    expect(await call(admin, 'PUT', path(second), plan)).toMatchObject({
      status: 409,
      body: { code: 'admin_plan_fixed' },
    })
    expect(await find(second._id)).toMatchObject({ membershipPlan: 'Free' })
    expect((await call(admin, 'PUT', path(other), plan)).status).toBe(200)
  })

  test('who owns none has no plan to change, and no quotas', async () => {
    const [owner, guest] = [await app.newUser(), await app.newUser()]
    await join(owner, guest, 'agent')
    await call(admin, 'DELETE', path(guest))
    expect((await users()).find(({ _id }) => _id === guest._id)?.membershipPlan).toBe('Free')
    const refused = { status: 409, body: { code: 'owns_no_workspace' } }
    const at = `/admin/users/${guest._id}`
    expect(await call(admin, 'PUT', at, { membershipPlan: 'Pro' })).toMatchObject(refused)
    expect(await call(admin, 'GET', `${at}/quotas`)).toMatchObject(refused)
    expect((await call(admin, 'PUT', at, { role: 'admin' })).status).toBe(200)
  })

  test('a deleted one leaves its people, without it', async () => {
    const [owner, agent] = [await app.newUser(), await app.newUser()]
    await join(owner, agent, 'agent')
    await linkDevice(app, owner)
    expect((await call(admin, 'DELETE', path(owner))).status).toBe(204)
    expect(await find(owner._id)).toBeUndefined()
    expect((await call(owner, 'GET', '/contacts')).body).toMatchObject({
      code: 'workspace_not_found',
    })
    expect((await call(agent, 'GET', '/contacts')).status).toBe(200)
    expect((await call(owner, 'GET', '/users/profile')).status).toBe(200)
    const rows = db.selectFrom('devices').select('id').where('user_id', '=', owner._id)
    expect(await rows.execute()).toEqual([])
  })

  test('a deleted person takes those with them where nobody else is', async () => {
    const [leaving, agent] = [await app.newUser('Leaving'), await app.newUser('Agent')]
    await join(leaving, agent, 'agent')
    await call(leaving, 'POST', '/contacts', { name: 'Nurul', phoneNumber: '60123456789' })
    const browser = await openBrowser(app.url, agent)
    const told = browser.next('account_changed')
    expect((await call(admin, 'DELETE', `/admin/users/${leaving._id}`)).status).toBe(200)
    await told
    browser.close()
    expect(await find(leaving._id)).toMatchObject({
      people: 1,
      owners: [{ id: agent._id, name: 'Agent', email: agent.email }],
    })
    const headers = { [WORKSPACE_HEADER]: leaving._id }
    const contacts = await app.call('GET', '/contacts', { token: agent.token, headers })
    expect(contacts.body).toMatchObject([{ name: 'Nurul' }])

    expect((await call(admin, 'DELETE', `/admin/users/${agent._id}`)).status).toBe(200)
    expect([await find(leaving._id), await find(agent._id)]).toEqual([undefined, undefined])
  })
})
