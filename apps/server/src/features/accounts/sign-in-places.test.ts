import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSigner } from '../../platform/crypto/signer.ts'
import { cheapPasswords } from '../../testing/cheap-passwords.ts'
import { freshDatabase, journeyEngines, migratedStore } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { wireWorkspaces } from '../../wiring/workspaces.ts'
import { createKnownAddressesRepository } from './known-addresses.repository.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import { registerAccount } from './open-account.ts'

const OWNER = '203.0.113.7'
const STRANGER = '198.51.100.1'
const email = 'aina@example.com'
const password = 'kopi-ais-panas'
const MINUTES_15 = 15 * 60 * 1000

describe.each(journeyEngines)('ten wrong guesses on %s', (engine) => {
  const clock = createFakeClock()
  let store: Awaited<ReturnType<typeof migratedStore>>
  let app: TestApp

  const start = () =>
    startTestApp(engine, {
      clock,
      // Once there is an admin, others behind a proxy may register without the setup code.
      env: {
        TRUST_PROXY: 'true',
        ADMIN_EMAIL: 'admin@example.com',
        ADMIN_PASSWORD: 'teh-tarik-panas',
      },
      config: { dataDir: store.dataDir, databaseUrl: store.databaseUrl },
    })
  beforeAll(async () => {
    store = await migratedStore(engine)
    app = await start()
    await post('/users/register', { name: 'Aina', email, password }, OWNER)
  })
  afterAll(async () => {
    await app.stop()
    store.remove()
  })

  async function post(path: string, body: object, address: string, cookie?: string) {
    const response = await fetch(`${app.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        ...(cookie && { cookie }),
      },
      body: JSON.stringify(body),
    })
    return { status: response.status, cookie: response.headers.get('set-cookie') ?? '' }
  }
  const signIn = (
    address: string,
    { word = password, cookie }: { word?: string; cookie?: string } = {},
  ) => post('/users/login', { email, password: word }, address, cookie)
  /** Guesses until this place is refused; returns the number of attempts. */
  async function guess(address: string, cookie?: string): Promise<number> {
    for (let tries = 0; ; tries += 1) {
      const { status } = await signIn(address, { word: 'wrong', ...(cookie && { cookie }) })
      if (status === 429) return tries
      expect(status).toBe(401)
    }
  }
  const over = () => clock.advance(MINUTES_15)

  test('by strangers do not lock the owner out of an address that has signed in before', async () => {
    expect((await signIn(OWNER)).status).toBe(200)
    expect(await guess(STRANGER)).toBe(10)
    expect(await guess('198.51.100.2')).toBe(0)
    expect((await signIn(OWNER)).status).toBe(200)
    expect((await signIn(STRANGER)).status).toBe(429)
    over()
  })

  test('nor after a restart', async () => {
    await app.stop()
    app = await start()
    await guess(STRANGER)
    expect((await signIn(OWNER)).status).toBe(200)
    over()
  })

  test('nor out of a browser that has signed in before, wherever it is now', async () => {
    const { cookie } = await signIn('203.0.113.50')
    expect(cookie).toMatch(
      /^kirim_known=[\w.~-]+; Path=\/api\/users; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    )
    const [kept = ''] = cookie.split(';')
    await guess(STRANGER)
    expect((await signIn('192.0.2.99', { cookie: kept })).status).toBe(200)
    expect((await signIn('192.0.2.98')).status).toBe(429)
    over()
  })

  test('from such a place lock that place, and no other', async () => {
    const { cookie } = await signIn(OWNER)
    const [kept = ''] = cookie.split(';')
    expect(await guess(OWNER, kept)).toBe(10)
    expect((await signIn(OWNER)).status).toBe(200)
    expect(await guess(OWNER)).toBe(10)
    expect((await signIn('203.0.113.50')).status).toBe(200)
    expect((await signIn(STRANGER)).status).toBe(200)
    over()
  })

  test('are counted with those of all strangers for a cookie that somebody made up, or has of another account', async () => {
    const other = { name: 'Siti', email: 'siti@example.com', password }
    await post('/users/register', other, STRANGER)
    const { cookie } = await post('/users/login', other, STRANGER)
    const [others = ''] = cookie.split(';')
    await guess('198.51.100.3')
    const madeUp = `kirim_known=${'A'.repeat(22)}.${'A'.repeat(22)}`
    for (const shown of [others, madeUp, 'kirim_known=', 'kirim_known=x~y', 'other=1']) {
      expect([shown, (await signIn('198.51.100.4', { cookie: shown })).status]).toEqual([
        shown,
        429,
      ])
    }
    over()
  })
})

test('a browser keeps the accounts that have signed in with it, the newest five', () => {
  const browsers = createKnownBrowsers(createSigner(Buffer.alloc(32, 1)), { secure: true })
  let cookie = ''
  for (const id of ['a', 'b', 'c', 'd', 'e', 'a', 'f']) {
    const set = browsers.cookieFor(id, `theme=dark; ${cookie}`)
    expect(set).toContain('; Secure')
    cookie = set.split(';')[0] ?? ''
  }
  const known = ['a', 'b', 'c', 'd', 'e', 'f'].filter((id) => browsers.idFor(id, cookie) !== null)
  expect(known).toEqual(['a', 'c', 'd', 'e', 'f'])
})

test.each(journeyEngines)(
  '%s: addresses are kept for half a year, and fifty of an account',
  async (engine) => {
    const { db, close } = await freshDatabase(engine)
    const clock = createFakeClock()
    const { id } = await registerAccount(
      { db, workspaces: wireWorkspaces({ db }).port, clock, passwords: cheapPasswords },
      'test',
      { name: 'Aina', email, password },
      'user',
    )
    const known = createKnownAddressesRepository(db)
    for (let n = 0; n < 52; n += 1) await known.remember(id, `hash ${n}`, clock.now() + n)
    const later = clock.now() + 60
    const kept = await Promise.all([1, 2, 51].map((n) => known.has(id, `hash ${n}`, later)))
    expect(kept).toEqual([false, true, true])
    const halfAYear = 180 * 24 * 60 * 60 * 1000
    expect(await known.has(id, 'hash 51', clock.now() + 51 + halfAYear)).toBe(false)
    await known.remember(id, 'new', clock.now() + 51 + halfAYear)
    const rows = await db.selectFrom('known_addresses').select('hash').execute()
    await close()
    expect(rows).toEqual([{ hash: 'new' }])
  },
)
