import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import type {
  SandboxNetworkWeather,
  SandboxWeather,
  SandboxWeatherReport,
} from '@kirim/contract/sandbox-weather'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { linkDevice } from '../../testing/test-browser.ts'

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString()

const EVERY_KIND: SandboxWeather[] = [
  { kind: 'outage', until: IN_AN_HOUR },
  { kind: 'old_client' },
  { kind: 'limited', until: IN_AN_HOUR, newADay: 3 },
  { kind: 'banned', until: IN_AN_HOUR, code: 104 },
  { kind: 'closed', code: 503, when: 'open', afterMs: 1000 },
  { kind: 'slow_media', how: 'silence', forMs: 1000 },
  { kind: 'migrated', own: false, share: 0.5, seed: 3 },
  { kind: 'companions', devices: 3, asks: true },
  { kind: 'undecryptable', share: 0.25, seed: 1, lasting: true, withholds: true },
  { kind: 'receipts', delayMs: 10, repeat: 2, reorder: true, retries: 1 },
  { kind: 'rate_overlimit', perMinute: 4, messages: true },
  { kind: 'variants' },
  { kind: 'app_state', how: 'garbage' },
  { kind: 'passkey' },
  { kind: 'history', chats: 20, messages: 100, chunks: 4 },
  { kind: 'mixed', seed: 9, everyMs: 5000 },
  { kind: 'calm' },
]

/** The sandbox's own state is not in the database: one engine tells all. */
describe('the weather of a sandbox phone', () => {
  let app: TestApp
  let siti: Session
  let omar: Session
  let device: Device

  const at = (number: string) => `/sandbox/phones/${number}/weather`
  const get = async ({ token } = siti, number = device.number) =>
    (await app.call('GET', at(number), { token })).body as SandboxWeatherReport
  const set = (weather: unknown, { token } = siti, number = device.number) =>
    app.call('PUT', at(number), { token, body: { weather } })

  beforeAll(async () => {
    app = await startTestApp('SQLite')
    siti = await app.newUser('Siti')
    omar = await app.newUser('Omar')
    device = await linkDevice(app, siti)
  })
  afterAll(() => app.stop())

  test('is calm at first', async () => {
    expect(await get()).toEqual({
      weather: { kind: 'calm' },
      now: 'calm',
      since: null,
      struck: 0,
      changes: [],
    })
  })

  test('is set and seen by its owner only', async () => {
    for (const method of ['GET', 'PUT'] as const) {
      const answer = await app.call(method, at(device.number), {
        token: omar.token,
        ...(method === 'PUT' && { body: { weather: { kind: 'outage' } } }),
      })
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'sandbox_phone_not_found' }])
    }
    expect((await get()).weather).toEqual({ kind: 'calm' })
  })

  test.each(EVERY_KIND.map((weather) => [weather.kind, weather]))(
    '%s is kept with all that was said of it',
    async (kind, weather) => {
      const answer = await set(weather)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ weather })
      const report = await get()
      expect(report.weather).toEqual(weather)
      expect(report.changes.at(-1)?.kind).toBe(kind)
    },
  )

  test.each([
    ['nothing', undefined],
    ['an unknown kind', { kind: 'hail' }],
    ['a code of no refusal', { kind: 'closed', code: 200, when: 'login' }],
    ['an end that is no moment', { kind: 'outage', until: 'tomorrow' }],
    ['more than everybody', { kind: 'migrated', share: 1.5 }],
    ['turns too short to be played', { kind: 'mixed', seed: 1, everyMs: 1 }],
  ])('is not %s', async (_what, weather) => {
    const answer = await set(weather)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ issues: [{ path: expect.arrayContaining(['weather']) }] })
  })

  test('takes the number offline during an outage', async () => {
    // A number of its own: the other's has perhaps seen that it is banned for an hour.
    const mei = await app.newUser('Mei')
    const { number } = await linkDevice(app, mei)
    const online = async () => {
      const phones = await app.call('GET', '/sandbox/phones', { token: mei.token })
      return (phones.body as { online: boolean }[]).some((phone) => phone.online)
    }
    await until('the number is online', online)
    await set({ kind: 'outage' }, mei, number)
    await until('it is offline', async () => !(await online()))
    await until('it was refused', async () => (await get(mei, number)).struck > 0)
    await set({ kind: 'calm' }, mei, number)
    await until('it is back', online)
  })

  test.each<SandboxNetworkWeather>([
    { kind: 'outage', answer: 403 },
    { kind: 'outage', answer: 'silence' },
    { kind: 'old_client' },
    { kind: 'closed', code: 503 },
    { kind: 'calm' },
  ])('of the whole network is set to $kind by an admin and seen by everybody', async (weather) => {
    // The first account is the admin.
    const put = (session: Session, body: unknown) =>
      app.call('PUT', '/sandbox/weather', { token: session.token, body })
    expect((await put(omar, { weather })).status).toBe(403)
    expect((await put(siti, { weather })).body).toEqual(weather)
    const seen = await app.call('GET', '/sandbox/weather', { token: omar.token })
    expect(seen.body).toEqual(weather)
    for (const wrong of [{ kind: 'hail' }, { kind: 'closed', code: 200 }, { kind: 'outage' }]) {
      expect((await put(siti, { weather: wrong })).status).toBe(400)
    }
  })
})
