import { clientEvents } from '@kirim/contract/realtime'
import { ErrorBody } from '@kirim/contract/refusals'
import { IS_DEEP, SEED } from '@kirim/testing/test-run'
import fc from 'fast-check'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { everyCall } from './contract-calls.ts'
import { awkwardValues, fuzzedRequests, type WrittenRequest } from './fuzzed-requests.ts'
import { createStridingClock } from './striding-clock.ts'
import { idsIn, seedTenant, type Tenant } from './tenant.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** `FUZZ_REQUESTS=20000 FUZZ_EVENTS=5000 npx vitest run fuzz.test.ts` tries more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (IS_DEEP ? 5000 : 500))
const EVENTS = Number(process.env.FUZZ_EVENTS ?? (IS_DEEP ? 1000 : 150))
const AT_ONCE = 8

const calls = everyCall().map(([, spec]) => spec)

describe(`fuzzed with the seed ${SEED}`, () => {
  const clock = createStridingClock()
  let app: TestApp
  let tenant: Tenant
  /** The token of a user who may be signed out. */
  let spare: string

  beforeAll(async () => {
    app = await startTestApp('SQLite', { clock, env: { REGISTER_LIMIT: '1000000' } })
    const db = openDatabase({ file: `${app.dataDir}/kirim.db` }, createLog('silent'))
    tenant = await seedTenant(app, db, await app.newUser('Owner'))
    await db.destroy()
    spare = (await app.newUser('Spare')).token
  })
  afterAll(() => app.stop())

  test(`${REQUESTS} requests: none fails on the server`, async () => {
    const place = { groupId: tenant.groupId, idsIn: (path: string) => idsIn(path, tenant) }
    const requests = fuzzedRequests(calls, place, { numRuns: REQUESTS, seed: SEED })
    const statuses = new Map<number, number>()
    const faults: unknown[] = []
    await inTurns(requests, async (one) => {
      clock.stride()
      const { method, path } = one.spec
      const { status, text } = await send(one)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const isRefused = status >= 400 && status < 500
      if (status >= 500 && status !== 502) faults.push([method, path, status, one.made])
      if (isRefused && !ErrorBody.safeParse(JSON.parse(text || 'null')).success) {
        faults.push([method, path, status, text.slice(0, 200), one.made])
      }
    })
    expect(faults.slice(0, 3)).toEqual([])
    // Not everything was refused: some requests passed validation.
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 50)
    expect((await app.call('GET', '/health')).status).toBe(200)
    expect((await app.call('GET', '/users/profile', { token: tenant.session.token })).status).toBe(
      200,
    )
  })

  async function send({ spec, method, path, type, body, token }: WrittenRequest) {
    const own = spec.path.startsWith('/users/') ? spare : tenant.session.token
    const answer = await fetch(new URL(`${app.url}/api${path}`), {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token === 'own' ? own : 'made-up'}` }),
        ...(type && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    })
    return { status: answer.status, text: await answer.text() }
  }

  test(`${EVENTS} events of sockets: the server lives and answers`, async () => {
    const anything = fc.record({
      event: fc.oneof(
        fc.constantFrom(...Object.keys(clientEvents)),
        fc.constantFrom('connect', 'disconnect', 'error', 'message', '__proto__', ''),
        fc.string(),
      ),
      args: fc.array(fc.oneof(awkwardValues, fc.uint8Array({ maxLength: 100 })), { maxLength: 4 }),
    })
    const events = fc.sample(anything, { numRuns: EVENTS, seed: SEED })
    const perSocket = 30
    let connected = 0
    for (let start = 0; start < events.length; start += perSocket) {
      clock.stride()
      const socket = io(app.url, {
        auth: { token: tenant.session.token },
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
      })
      const over = new Promise<void>((done) => {
        socket.once('connect_error', () => done())
        socket.once('disconnect', () => done())
        // Answered after all others; a socket that was disconnected for one of them has ended, too.
        socket.on('whatsapp_status', () => done())
      })
      socket.once('connect', () => {
        connected += 1
        for (const { event, args } of events.slice(start, start + perSocket)) {
          if (RESERVED.has(event)) socket.io.engine?.write(`42${JSON.stringify([event, ...args])}`)
          else socket.emit(event, ...args)
        }
        socket.emit('get_whatsapp_status')
      })
      await over
      socket.close()
    }
    expect(connected).toBe(Math.ceil(EVENTS / perSocket))
    expect((await app.call('GET', '/health')).status).toBe(200)
    expect((await app.call('GET', '/users/profile', { token: tenant.session.token })).status).toBe(
      200,
    )
  })

  test('what is no packet of a socket ends that socket alone', async () => {
    const packets = fc.sample(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 100 }),
        fc.constantFrom(
          '42',
          '4',
          '45',
          '51-',
          '42[',
          '42{"a":1}',
          '42[null]',
          '451-["x",{"_placeholder":true,"num":9}]',
        ),
        fc
          .integer({ min: 1, max: 7000 })
          .map((depth) => `42["x",${'['.repeat(depth)}${']'.repeat(depth)}]`),
      ),
      { numRuns: Math.max(20, EVENTS / 10), seed: SEED },
    )
    for (const packet of packets) {
      clock.stride()
      const socket = new WebSocket(
        `${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      )
      await new Promise<void>((done) => {
        socket.onclose = () => done()
        socket.onerror = () => done()
        socket.onmessage = ({ data }) => {
          if (String(data).startsWith('0'))
            socket.send(`40${JSON.stringify({ token: tenant.session.token })}`)
          if (!String(data).startsWith('40')) return
          socket.send(packet)
          socket.send('1')
          socket.close()
        }
      })
    }
    expect((await app.call('GET', '/health')).status).toBe(200)
  })
})

const RESERVED = new Set([
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'newListener',
  'removeListener',
])

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one)
    }),
  )
}
