import type { CallSpec } from '@kirim/contract/call'
import { ErrorBody } from '@kirim/contract/errors'
import { clientEvents } from '@kirim/contract/realtime'
import { repeated, WORST_UNITS } from '@kirim/testing/worst-texts'
import fc from 'fast-check'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { everyCall, fillPath, PLAUSIBLE, PLAUSIBLE_IN_JSON } from './contract-calls.ts'
import { createStridingClock } from './striding-clock.ts'
import { furnish, idsIn, type Tenant } from './tenant.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { asForm, textFieldsOf, withText } from './text-fields.ts'

/** `FUZZ_REQUESTS=20000 FUZZ_EVENTS=5000 npx vitest run fuzz.test.ts`; a failure names its seed for `FUZZ_SEED`. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000)
const EVENTS = Number(process.env.FUZZ_EVENTS ?? 500)
const SEED = Number(process.env.FUZZ_SEED ?? Math.trunc(Math.random() * 2 ** 31))
const AT_ONCE = 8

const calls = (await everyCall()).map(([, spec]) => spec)

/** What a value may be instead of what is wanted. */
const awkward: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    '',
    ' ',
    '0',
    'null',
    '[]',
    '{}',
    '[',
    '\0',
    '\ud800',
  ),
  fc.constantFrom('__proto__', 'constructor', '../../etc/passwd', "' or 1=1 --", '%00', '$1'),
  fc.constantFrom(...Object.values(WORST_UNITS)).map((unit) => repeated(unit, 3000)),
  fc.integer({ min: 1, max: 6000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.constantFrom([], [[]], {}, { a: {} }, Array(300).fill('x'), [null]),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue(),
)

interface Change {
  readonly field: number
  readonly value: unknown
}
const seldom = <T>(oneIn: number, value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })
const request = fc.record({
  call: fc.nat(calls.length - 1),
  changes: fc.array(fc.record({ field: fc.nat(30), value: awkward }), { maxLength: 4 }),
  /** What stands for the ids in the path; null for one's own. */
  id: seldom(4, fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), fc.constant('%'))),
  query: seldom(3, fc.dictionary(fc.string(), fc.string({ unit: 'binary', maxLength: 200 }))),
  how: fc.constantFrom('as wanted', 'as wanted', 'as wanted', 'raw', 'other method', 'other type'),
  raw: fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constant('['.repeat(5000))),
  token: fc.constantFrom('own', 'own', 'own', 'own', 'none', 'made up'),
  nowhere: seldom(20, fc.webPath()),
})
type FuzzedRequest = typeof request extends fc.Arbitrary<infer R> ? R : never

/** Calls that end what the others need, or let in nobody any more. */
const ENDING = /DELETE \/(admin|whatsapp)|PUT \/admin|PUT \/sandbox/

describe(`fuzzed with the seed ${SEED}`, () => {
  const clock = createStridingClock()
  let app: TestApp
  let tenant: Tenant
  /** Of somebody who may be signed out. */
  let spare: string

  beforeAll(async () => {
    app = await startTestApp('SQLite', { clock, env: { REGISTER_LIMIT: '1000000' } })
    const db = openDatabase({ file: `${app.dataDir}/kirim.db` }, createLog('silent'))
    tenant = await furnish(app, db, await app.newUser('Owner'))
    await db.destroy()
    spare = (await app.newUser('Spare')).token
  })
  afterAll(() => app.stop())

  test(`${REQUESTS} requests: none fails on the server`, { timeout: 1_800_000 }, async () => {
    const requests = fc.sample(request, { numRuns: REQUESTS, seed: SEED })
    const statuses = new Map<number, number>()
    const faults: unknown[] = []
    await inTurns(requests, async (one) => {
      clock.stride()
      const spec = calls[one.call]
      if (!spec) return
      const { status, text } = await send(spec, one)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const isRefused = status >= 400 && status < 500
      if (status >= 500 && status !== 502) faults.push([spec.method, spec.path, status, one])
      if (isRefused && !ErrorBody.safeParse(JSON.parse(text || 'null')).success) {
        faults.push([spec.method, spec.path, status, text.slice(0, 200), one])
      }
    })
    expect(faults.slice(0, 3)).toEqual([])
    // Not everything was refused: they came further than the door.
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 50)
    expect((await app.call('GET', '/health')).status).toBe(200)
    expect((await app.call('GET', '/users/profile', { token: tenant.session.token })).status).toBe(
      200,
    )
  })

  async function send(spec: CallSpec, one: FuzzedRequest) {
    const path = one.nowhere ?? pathOf(spec, one)
    const hasBody = spec.method !== 'GET' && one.how !== 'other method'
    const body = hasBody ? bodyOf(spec, one) : undefined
    const type =
      typeof body === 'string' && (one.how === 'other type' ? 'text/csv' : 'application/json')
    const own = spec.path.startsWith('/users/') ? spare : tenant.session.token
    const token = one.token === 'own' ? own : 'made-up'
    const answer = await fetch(new URL(`${app.url}/api${path}`), {
      method: one.how === 'other method' ? 'PATCH' : spec.method,
      headers: {
        ...(one.token !== 'none' && { authorization: `Bearer ${token}` }),
        ...(type && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    })
    return { status: answer.status, text: await answer.text() }
  }

  function pathOf(spec: CallSpec, { id, query }: FuzzedRequest): string {
    const isSpared = ENDING.test(`${spec.method} ${spec.path}`)
    const ids = id === null && !isSpared ? idsIn(spec.path, tenant) : {}
    const made = encodeURIComponent((id ?? 'x').toWellFormed()).replaceAll('.', '%2E')
    const path = fillPath(spec.path, ids).replace(/(?<=\/)x(?=\/|$)/g, made)
    if (query === null) return path
    const asked = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) asked.append(name, value)
    return `${path}?${asked}`
  }

  function bodyOf(spec: CallSpec, one: FuzzedRequest): string | FormData {
    if (one.how === 'raw') return one.raw.toWellFormed()
    const base = {
      ...PLAUSIBLE,
      contactGroupId: tenant.groupId,
      ...(!spec.file && PLAUSIBLE_IN_JSON),
    }
    const body = changed(spec, ENDING.test(`${spec.method} ${spec.path}`) ? {} : base, one.changes)
    return spec.file && one.how !== 'other type' ? asForm(body) : JSON.stringify(body)
  }

  function changed(spec: CallSpec, base: object, changes: readonly Change[]): object {
    const fields = spec.body ? textFieldsOf(spec.body) : []
    return changes.reduce((body, { field, value }) => {
      const place = fields[field % Math.max(1, fields.length)]
      return place ? withText(body, place, value as string) : body
    }, base)
  }

  test(`${EVENTS} events of sockets: the server lives and answers`, async () => {
    const anything = fc.record({
      event: fc.oneof(
        fc.constantFrom(...Object.keys(clientEvents)),
        fc.constantFrom('connect', 'disconnect', 'error', 'message', '__proto__', ''),
        fc.string(),
      ),
      args: fc.array(fc.oneof(awkward, fc.uint8Array({ maxLength: 100 })), { maxLength: 4 }),
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
        // Its answer comes behind all the others; a socket that was cut off for one of them is over as well.
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
