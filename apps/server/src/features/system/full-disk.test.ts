import fs from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { CampaignChanged } from '@kirim/contract/realtime'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterEach, expect, test, vi } from 'vitest'
import type { Clock } from '../../platform/clock.ts'
import { engines } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { campaignForm, linkDevice, makeGroup, openBrowser } from '../../testing/test-browser.ts'

const FULL = { status: 503, body: { code: 'storage_full' } }

let app: TestApp
let database: DatabaseSync
const clock = createFakeClock()
async function start(time: Clock = clock): Promise<void> {
  const opened = vi.spyOn(DatabaseSync.prototype, 'exec')
  app = await startTestApp('SQLite', { clock: time, env: { LOG_LEVEL: 'silent' } })
  database = opened.mock.contexts.find((one) => one instanceof DatabaseSync) as DatabaseSync
  opened.mockRestore()
}
afterEach(() => app.stop())

/** Adds contacts until there is no space left. */
async function fill(token: string) {
  database.exec('PRAGMA max_page_count = 1')
  for (let saved = 0; ; saved += 1) {
    const body = { name: 'x'.repeat(190), phoneNumber: `60123${1_000_000 + saved}` }
    const answer = await app.call('POST', '/contacts', { token, body })
    if (answer.status !== 201) return { saved, answer }
  }
}
const empty = () => database.exec('PRAGMA max_page_count = 1000000')

const health = () => app.call('GET', '/health')
const roomAgain = () =>
  until('there is room again', async () => {
    clock.advance(5000)
    return (await health()).status === 200
  })

test('a database without room refuses what is saved, and says so, until there is room', async () => {
  await start()
  const { token } = await app.newUser()
  const group = { groupName: 'A group' }
  expect((await app.call('POST', '/contact-groups', { token, body: group })).status).toBe(201)
  const { saved, answer } = await fill(token)
  expect(answer).toMatchObject(FULL)
  expect(await health()).toMatchObject(FULL)
  expect((await app.call('GET', '/health/live')).status).toBe(200)
  const { body } = await app.call('GET', '/contacts', { token })
  expect(body).toHaveLength(saved)
  empty()
  await roomAgain()
  const one = { name: 'One more', phoneNumber: '60129999999' }
  expect((await app.call('POST', '/contacts', { token, body: one })).status).toBe(201)
})

test('a campaign says that there is no room, and goes on once there is', async () => {
  const fast = createFastClock(20)
  await start(fast)
  const session = await app.newUser()
  const device = await linkDevice(app, session)
  const people = [0, 1, 2].map((n) => ({ name: `Aisyah ${n}`, phoneNumber: `6012345690${n}` }))
  const contactGroupId = await makeGroup(app, session, 'Pelanggan', people)
  const form = campaignForm({
    campaignName: 'Kopi',
    caption: 'Kopi',
    contactGroupId,
    minIntervalSeconds: '60',
    maxIntervalSeconds: '60',
  })
  const browser = await openBrowser(app.url, session)
  const says = (...codes: string[]) =>
    browser.next<CampaignChanged>('campaign_changed', ({ progress }) =>
      codes.includes(progress?.sentence.code ?? ''),
    )
  const sending = says('sending')
  const resting = says('storage_full')
  const { token } = session
  // There is no room left before the next one is due.
  await fast.inRealTime(async () => {
    const created = await app.call('POST', `/campaigns/${device.id}`, { token, body: form })
    expect(created.status).toBe(201)
    await sending
    await fill(token)
  })
  await resting
  const over = says('completed')
  empty()
  await over
  browser.close()
})

test('a disk without room refuses an upload, of which nothing stays', async () => {
  await start()
  const { token } = await app.newUser()
  const upload = () => {
    const body = new FormData()
    body.set('mediaFile', new Blob([Buffer.alloc(100_000)]), 'a.png')
    return app.call('POST', '/media', { token, body })
  }
  const fail = (...args: unknown[]) => {
    const done = args.at(-1) as fs.NoParamCallback
    done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
  }
  const spies = [
    vi.spyOn(fs, 'write').mockImplementation(fail as typeof fs.write),
    vi.spyOn(fs, 'writev').mockImplementation(fail as typeof fs.writev),
  ]
  expect(await upload()).toMatchObject(FULL)
  expect(await health()).toMatchObject(FULL)
  for (const spy of spies) spy.mockRestore()
  await roomAgain()
  expect((await upload()).status).toBe(415)
  expect(fs.readdirSync(`${app.dataDir}/tmp`)).toEqual([])
})

test.each(engines)(
  'with an almost full disk members on %s delete and stop, and save nothing new',
  async (engine) => {
    let freeBytes = 10_000_000_000
    const measureDisk = async () => ({ freeBytes, totalBytes: 100_000_000_000 })
    app = await startTestApp(engine, { clock, env: { LOG_LEVEL: 'silent' }, measureDisk })
    const admin = await app.newUser()
    const me = await app.newUser()
    const { token } = me
    const call = (method: string, path: string, body?: unknown) =>
      app.call(method, path, { token, ...(body !== undefined && { body }) })
    const device = await linkDevice(app, me)
    const people = [{ name: 'Aisyah', phoneNumber: '60123456789' }]
    const contactGroupId = await makeGroup(app, me, 'Pelanggan', people)
    const campaign = () =>
      call(
        'POST',
        `/campaigns/${device.id}`,
        campaignForm({
          campaignName: 'Kopi',
          caption: 'Kopi',
          contactGroupId,
          scheduledAt: new Date(clock.now() + 86_400_000).toISOString(),
        }),
      )
    const { id } = (await campaign()).body as { id: string }
    freeBytes = 100_000_000
    clock.advance(1000)

    const upload = new FormData()
    upload.set('mediaFile', new Blob([Buffer.alloc(100)]), 'a.png')
    const register = { name: 'New', email: 'new@example.com', password: 'correct horse' }
    const refused = { status: 503, body: { code: 'storage_short' } }
    for (const answer of [
      await call('POST', '/contacts', { name: 'A', phoneNumber: '60129999999' }),
      await call('POST', '/media', upload),
      await campaign(),
      await app.call('POST', '/users/register', { body: register }),
    ]) {
      expect(answer).toMatchObject(refused)
    }
    expect((await health()).status).toBe(200)
    const { email } = me
    const signedIn = await app.call('POST', '/users/login', {
      body: { email, password: 'correct horse' },
    })
    expect(signedIn.status).toBe(200)
    expect((await call('POST', `/campaigns/${device.id}/${id}/cancel`)).status).toBe(200)
    for (const path of [`/campaigns/${device.id}/${id}`, `/contact-groups/${contactGroupId}`]) {
      expect((await call('DELETE', path)).status).toBe(200)
    }
    const gone = await app.call('DELETE', `/admin/users/${me._id}`, { token: admin.token })
    expect(gone.status).toBe(200)

    freeBytes = 10_000_000_000
    clock.advance(1000)
    expect((await app.call('POST', '/users/register', { body: register })).status).toBe(201)
  },
)
