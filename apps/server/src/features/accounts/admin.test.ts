import type { Session, User } from '@kirim/contract/accounts'
import type { ChatbotItem } from '@kirim/contract/chatbots'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { journeyEngines, migratedStore } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  campaignForm,
  chatbotForm,
  linkDevice,
  makeGroup,
  openBrowser,
  pngFile,
} from '../../testing/test-browser.ts'

const OWNED_TABLES = [
  'tokens',
  'user_totals',
  'devices',
  'contacts',
  'contact_groups',
  'media',
  'campaigns',
  'recipients',
  'outgoing',
  'network_names',
  'chatbot_items',
  'inbox',
  'ai_settings',
] as const

describe.each(journeyEngines)('members on %s', (engine) => {
  let store: Awaited<ReturnType<typeof migratedStore>>
  let db: Db
  let app: TestApp
  let admin: Session

  beforeAll(async () => {
    store = await migratedStore(engine)
    const { dataDir, databaseUrl } = store
    app = await startTestApp(engine, {
      clock: createFastClock(20),
      config: { dataDir, databaseUrl },
    })
    db = openDatabase(
      databaseUrl ? { url: databaseUrl } : { file: `${dataDir}/kirim.db` },
      createLog('silent'),
    )
    admin = await app.newUser('Admin')
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
    store.remove()
  })

  const call = (session: Session, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: session.token, ...(body !== undefined && { body }) })
  const change = (by: Session, whom: Session, body: object) =>
    call(by, 'PUT', `/admin/users/${whom._id}`, body)
  const remove = (by: Session, whom: Session) => call(by, 'DELETE', `/admin/users/${whom._id}`)
  const members = async () => (await call(admin, 'GET', '/admin/users')).body as User[]
  const newAdmin = async () => {
    const session = await app.newUser()
    expect(await change(admin, session, { role: 'admin' })).toMatchObject({ status: 200 })
    return session
  }

  test('are listed oldest first, with what the page shows and nothing of their passwords', async () => {
    const [one, two] = [await app.newUser('One'), await app.newUser('Two')]
    const listed = await members()
    expect(listed[0]).toMatchObject({ _id: admin._id, role: 'admin' })
    expect(listed.slice(-2)).toMatchObject([{ _id: one._id }, { _id: two._id }])
    const { token: _, ...shown } = two
    expect(listed.at(-1)).toEqual(shown)
  })

  describe.each([
    ['GET', '/admin/users', undefined, 200],
    ['PUT', '/admin/users/:id', { membershipPlan: 'Basic' }, 200],
    ['DELETE', '/admin/users/:id', undefined, 200],
  ] as const)('%s %s', (method, path, body, done) => {
    test.each([
      ['nobody', 401],
      ['a member', 403],
      ['the member themselves', 403],
      ['an admin who was one', 403],
      ['an admin', done],
    ] as const)('by %s answers %i', async (who, status) => {
      const member = await app.newUser()
      const former = await newAdmin()
      await change(admin, former, { role: 'user' })
      const tokens = {
        nobody: undefined,
        'a member': (await app.newUser()).token,
        'the member themselves': member.token,
        'an admin who was one': former.token,
        'an admin': admin.token,
      }
      const token = tokens[who]
      const answer = await app.call(method, path.replace(':id', member._id), {
        ...(token && { token }),
        ...(body && { body }),
      })
      expect(answer.status).toBe(status)
      if (status === done) return
      expect((await members()).find(({ _id }) => _id === member._id)).toMatchObject({
        membershipPlan: 'Free',
      })
    })
  })

  test('a changed plan or role counts from the next request on', async () => {
    const member = await app.newUser()
    expect((await change(admin, member, { membershipPlan: 'Pro' })).body).toMatchObject({
      _id: member._id,
      membershipPlan: 'Pro',
      role: 'user',
    })
    expect((await call(member, 'GET', '/users/profile')).body).toMatchObject({
      membershipPlan: 'Pro',
    })
    expect((await call(member, 'GET', '/admin/users')).status).toBe(403)
    await change(admin, member, { role: 'admin' })
    expect((await call(member, 'GET', '/admin/users')).status).toBe(200)
    await change(admin, member, { role: 'user' })
    expect((await call(member, 'GET', '/admin/users')).status).toBe(403)
  })

  test.each([
    ['plan', { membershipPlan: 'Basic' }],
    ['role', { role: 'admin' }],
  ])(
    'a changed %s is told to the pages the member has open, and to nobody else',
    async (_what, body) => {
      const [member, other] = [await app.newUser(), await app.newUser()]
      const [theirs, others] = [
        await openBrowser(app.url, member),
        await openBrowser(app.url, other),
      ]
      const heard: unknown[] = []
      others.socket.onAny((event) => heard.push(event))
      const told = theirs.next('account_changed').then(() => call(member, 'GET', '/users/profile'))
      await change(admin, member, body)
      expect((await told).body).toMatchObject(body)
      const answered = others.next('whatsapp_status')
      others.socket.emit('get_whatsapp_status')
      await answered
      expect(heard).toEqual(['whatsapp_status'])
      theirs.close()
      others.close()
    },
  )

  test('a change that is refused is told to nobody', async () => {
    const other = await app.newUser()
    const browser = await openBrowser(app.url, other)
    // A user who becomes an admin is notified.
    const told = browser.next('account_changed')
    await change(admin, other, { role: 'admin' })
    await told
    const heard: unknown[] = []
    browser.socket.onAny((event) => heard.push(event))
    expect((await change(admin, other, { membershipPlan: 'Pro' })).status).toBe(409)
    const answered = browser.next('whatsapp_status')
    browser.socket.emit('get_whatsapp_status')
    await answered
    expect(heard).toEqual(['whatsapp_status'])
    browser.close()
  })

  test('a lowered plan withdraws a code that waits, and says why [8.realtime.limit]', async () => {
    const member = await app.newUser()
    await change(admin, member, { membershipPlan: 'Basic' })
    await linkDevice(app, member)
    const browser = await openBrowser(app.url, member)
    // Before the code runs out.
    await app.inRealTime(async () => {
      const code = browser.next('whatsapp_qr')
      browser.socket.emit('whatsapp_connect_request', member._id)
      await code
      const limit = browser.next('whatsapp_status', (value) => value === 'limit_reached')
      const refused = browser.next('error_message')
      await change(admin, member, { membershipPlan: 'Free' })
      await limit
      expect(await refused).toBe(
        'Cannot connect more devices. Your plan (Free: 1 device(s)) limit has been reached.',
      )
    })
    const scan = await app.call('POST', '/sandbox/scan', { token: member.token, body: {} })
    expect(scan).toMatchObject({ status: 409, body: { code: 'sandbox_no_code' } })
    browser.close()
  })

  test('a plan that still has room leaves the code that waits', async () => {
    const member = await app.newUser()
    const browser = await openBrowser(app.url, member)
    // Before the code runs out.
    await app.inRealTime(async () => {
      const code = browser.next('whatsapp_qr')
      browser.socket.emit('whatsapp_connect_request', member._id)
      await code
      await change(admin, member, { membershipPlan: 'Pro' })
      const status = browser.next('whatsapp_status')
      browser.socket.emit('get_whatsapp_status')
      expect(await status).toBe('waiting_qr')
    })
    browser.close()
  })

  test('a lowered plan keeps what is connected and refuses more', async () => {
    const member = await app.newUser()
    await change(admin, member, { membershipPlan: 'Basic' })
    await linkDevice(app, member)
    await linkDevice(app, member)
    await change(admin, member, { membershipPlan: 'Free' })
    expect((await call(member, 'GET', '/whatsapp/devices')).body).toMatchObject([
      { connected: true },
      { connected: true },
    ])
    const browser = await openBrowser(app.url, member)
    const refused = browser.next('error_message')
    browser.socket.emit('whatsapp_connect_request', member._id)
    expect(await refused).toBe(
      'Cannot connect more devices. Your plan (Free: 1 device(s)) limit has been reached.',
    )
    browser.close()
  })

  test('an admin keeps their role, their account, and every admin their plan', async () => {
    const other = await newAdmin()
    expect(await change(admin, admin, { role: 'user' })).toMatchObject({
      status: 403,
      body: { code: 'own_role', message: 'You cannot change your own role.' },
    })
    expect(await remove(admin, admin)).toMatchObject({
      status: 403,
      body: { code: 'own_account', message: 'You cannot delete your own account.' },
    })
    for (const whom of [admin, other]) {
      expect(await change(admin, whom, { membershipPlan: 'Pro' })).toMatchObject({
        status: 409,
        body: { code: 'admin_plan_fixed', message: 'The plan of an admin cannot be changed.' },
      })
    }
    await change(admin, other, { role: 'user' })
    expect(await change(admin, other, { membershipPlan: 'Pro' })).toMatchObject({ status: 200 })
  })

  test.each<[object]>([[{}], [{ membershipPlan: 'Gold' }], [{ role: 'owner' }], [{ role: null }]])(
    'refuses %j',
    async (body) => {
      const member = await app.newUser()
      expect(await change(admin, member, body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
    },
  )

  test('nobody by that id is not found', async () => {
    for (const [method, body] of [['PUT', { role: 'user' }], ['DELETE']] as const) {
      expect(await call(admin, method, '/admin/users/nobody', body)).toMatchObject({
        status: 404,
        body: { code: 'user_not_found' },
      })
    }
  })

  test.each([
    ['demote', 'demote'],
    ['delete', 'delete'],
    ['demote', 'delete'],
  ] as const)('two admins who %s and %s each other leave one', async (first, second) => {
    const act = {
      demote: (by: Session, whom: Session) => change(by, whom, { role: 'user' }),
      delete: remove,
    }
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await newAdmin(), await newAdmin()]
      const answers = await Promise.all([act[first](a, b), act[second](b, a)])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const left = (await members()).filter(({ _id }) => _id === a._id || _id === b._id)
      expect(left.filter(({ role }) => role === 'admin')).toHaveLength(1)
    }
  })

  test('a deleted member is signed out everywhere, unlinked, and leaves nothing behind', async () => {
    const member = await app.newUser('Leaving')
    await change(admin, member, { membershipPlan: 'Basic' })
    const [device, resting] = [await linkDevice(app, member), await linkDevice(app, member)]
    const browser = await openBrowser(app.url, member)
    const closed = browser.next('devices_changed')
    browser.socket.emit('whatsapp_disconnect_request', resting.id)
    await closed

    const file = pngFile('x.png')
    const library = new FormData()
    library.set('mediaFile', file)
    const inLibrary = (await call(member, 'POST', '/media', library)).body as { filePath: string }
    const item = (
      await call(
        member,
        'POST',
        `/ai-chatbot/${device.id}/campaigns`,
        chatbotForm({ mediaFileAi: file }),
      )
    ).body as ChatbotItem
    const people = Array.from({ length: 20 }, (_, i) => ({
      name: `P${i}`,
      phoneNumber: `601234567${String(i).padStart(2, '0')}`,
    }))
    const groupId = await makeGroup(app, member, 'All', people)
    const form = campaignForm({ campaignName: 'C', caption: 'C', contactGroupId: groupId })
    await call(member, 'POST', `/campaigns/${device.id}`, form)
    const rowsOf = async (table: (typeof OWNED_TABLES)[number]) =>
      db.selectFrom(table).select('user_id').where('user_id', '=', member._id).execute()
    await until('it is sending', async () => (await rowsOf('outgoing')).length > 0)

    const [signedOut, gone] = [browser.next('signed_out'), browser.next('disconnect')]
    expect(await remove(admin, member)).toMatchObject({ status: 200 })
    await Promise.all([signedOut, gone])

    for (const table of OWNED_TABLES) expect([table, await rowsOf(table)]).toEqual([table, []])
    const replies = db.selectFrom('chatbot_replies').select('item_id')
    expect(await replies.where('device_id', '=', device.id).execute()).toEqual([])
    for (const path of [inLibrary.filePath, item.mediaFileAi?.filePath]) {
      expect((await fetch(`${app.url}${path}`)).status).toBe(404)
    }
    const again = { email: member.email, password: 'correct horse' }
    expect((await app.call('POST', '/users/login', { body: again })).status).toBe(401)
    expect((await call(member, 'GET', '/whatsapp/devices')).status).toBe(401)
    expect(await remove(admin, member)).toMatchObject({ status: 404 })
    const account = { ...again, name: 'Back' }
    expect((await app.call('POST', '/users/register', { body: account })).status).toBe(201)
  })
})
