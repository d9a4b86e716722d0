import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onThisMachine } from '@kirim/testing/test-run'
import { until } from '@kirim/testing/until'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createDatabaseCheck } from '../../platform/database/check-database.ts'
import { freshDatabase, freshStore } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openBrowser } from '../../testing/test-browser.ts'

/** The answer takes at most two seconds; the rest allows for a busy machine. */
const SOON_MS = onThisMachine(8000)
const UNAVAILABLE = {
  status: 503,
  body: {
    code: 'database_unavailable',
    message: 'The database does not answer. Please try again in a moment.',
  },
}

/** A proxy between the server and PostgreSQL that can be silent or gone. */
async function startLine(to: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let state: 'open' | 'silent' | 'cut' = 'open'
  const pass = (from: Socket, into: Socket) => {
    sockets.add(from)
    from.on('data', (data) => state === 'open' && into.write(data))
    from.on('error', () => {})
    from.once('close', () => {
      sockets.delete(from)
      into.destroy()
    })
  }
  const line = createServer((near) => {
    if (state === 'cut') return near.destroy()
    const far = connect(to)
    pass(near, far)
    pass(far, near)
  })
  await once(line.listen(0, '127.0.0.1'), 'listening')
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (line.address() as AddressInfo).port,
    silence() {
      state = 'silent'
    },
    cut() {
      state = 'cut'
      cutAll()
    },
    /** Data that was lost while it was silent does not arrive later. */
    open() {
      state = 'open'
      cutAll()
    },
    close() {
      cutAll()
      line.close()
    },
  }
}

describe('when PostgreSQL', () => {
  let line: Awaited<ReturnType<typeof startLine>>
  let app: TestApp

  async function start(): Promise<void> {
    const store = await freshStore('PostgreSQL')
    store.remove()
    const database = new URL(store.databaseUrl ?? '')
    line = await startLine({ host: database.hostname, port: Number(database.port) })
    database.host = `127.0.0.1:${line.port}`
    app = await startTestApp('SQLite', {
      env: { LOG_LEVEL: 'silent' },
      config: { databaseUrl: database.href },
    })
    expect((await app.call('GET', '/health')).status).toBe(200)
  }
  afterEach(async () => {
    line.open()
    await app.stop()
    line.close()
  })

  test.each(['silence', 'cut'] as const)(
    'does not answer (%s), health says so in time, and liveness goes on',
    async (how) => {
      await start()
      line[how]()
      const asked = performance.now()
      const answers = await Promise.all([
        app.call('GET', '/health'),
        app.call('GET', '/health'),
        app.call('GET', '/health/live'),
      ])
      expect(performance.now() - asked).toBeLessThan(SOON_MS)
      expect(answers).toMatchObject([UNAVAILABLE, UNAVAILABLE, { status: 200 }])
      line.open()
      await until('it answers again', async () => (await app.call('GET', '/health')).status === 200)
    },
  )

  test('is gone, every call and event says so, and goes on once it is back', async () => {
    await start()
    const session = await app.newUser()
    const { token } = session
    const browser = await openBrowser(app.url, session)
    line.cut()
    const calls = [
      app.call('GET', '/contacts', { token }),
      app.call('POST', '/contacts', { token, body: { name: 'Siti', phoneNumber: '60123456789' } }),
      app.call('POST', '/users/login', { body: { email: 'a@example.com', password: 'whatever' } }),
    ]
    expect(await Promise.all(calls)).toMatchObject([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
    const refused = browser.next('error_message')
    browser.socket.emit('get_whatsapp_status')
    expect(await refused).toBe(UNAVAILABLE.body.message)
    line.open()
    const contacts = () => app.call('GET', '/contacts', { token })
    await until('it goes on', async () => (await contacts()).status === 200)
    expect((await contacts()).body).toEqual([])
    browser.close()
  })
})

test('an embedded database that is closed does not answer, and says so at once', async () => {
  const { db, close } = await freshDatabase('SQLite')
  const answers = createDatabaseCheck(db, systemClock)
  expect(await answers()).toBe(true)
  await close()
  expect(await answers()).toBe(false)
  expect(await answers()).toBe(false)
})
