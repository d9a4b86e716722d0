import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { IS_DEEP } from '@kirim/testing/test-run'
import { until } from '@kirim/testing/until'
import pg from 'pg'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { migratedStore } from '../../testing/engines.ts'
import { ownerOf } from '../../testing/person.ts'
import type { Membership } from '../caller.ts'
import { type Clock, systemClock } from '../clock.ts'
import { createSecretBox } from '../crypto/secret-box.ts'
import { createHostPolicy } from '../http/allowed-hosts.ts'
import { createClientAddresses } from '../http/client-address.ts'
import { createRequestsInFlight } from '../http/in-flight.ts'
import { createLog } from '../log.ts'
import { createDatabaseTime } from '../nodes/database-time.ts'
import { createNodesAdapter } from './nodes-adapter.ts'
import { createRealtime } from './realtime.ts'

const HOUR_MS = 3_600_000

let store: Awaited<ReturnType<typeof migratedStore>>
let ends: (() => Promise<unknown>)[]
beforeEach(async () => {
  store = await migratedStore('PostgreSQL')
  ends = []
  memberships.clear()
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  store.remove()
})

const revoked = new Set<string>()
/** What 'mei' may do, with these tokens. */
const memberships = new Map<string, Membership | null>()
const box = createSecretBox(Buffer.alloc(32, 1))

/** The realtime of a node, which is not started yet. */
function realtimeOf(
  name: string,
  {
    clock = systemClock as Clock,
    inFlight = createRequestsInFlight(),
    stream = () => new Socket(),
  } = {},
) {
  const log = createLog('silent')
  const between = { nodeId: name, box, time: createDatabaseTime(), log }
  return createRealtime({
    authenticate: async (token) => {
      if (revoked.has(token)) return null
      const expiresAt = Date.now() + HOUR_MS
      const membership = memberships.get(token)
      const other = membership === undefined ? {} : { personId: 'mei', membership }
      return ownerOf('siti', { token, tokenHash: token, expiresAt, ...other })
    },
    addresses: createClientAddresses(0),
    hosts: createHostPolicy({
      host: '127.0.0.1',
      publicUrl: null,
      mediaUrl: null,
      allowedHosts: [],
    }),
    clock,
    inFlight,
    storeSeen: async () => {},
    log,
    nodes: createNodesAdapter({ url: store.databaseUrl ?? '', name, stream }, between),
  })
}

/** A node with one browser of the user 'siti'. */
async function node(name: string, clock: Clock = systemClock) {
  const http = createServer()
  const inFlight = createRequestsInFlight()
  const server = realtimeOf(name, { clock, inFlight })
  await server.between.start()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  server.attach(http)
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const browser = connect(url, `token of ${name}`)
  const heard: unknown[] = []
  const positions: string[] = []
  browser.onAny((event, ...args) => {
    if (event === 'event_position') positions.push(args[0])
    else heard.push([event, ...args])
  })
  await until('it is connected', () => browser.connected)
  ends.push(async () => {
    browser.close()
    http.closeAllConnections()
    await server.close()
    await server.between.stop()
  })
  return { ...server, url, browser, heard, inFlight, positions }
}

function connect(url: string, token: string) {
  return io(url, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
}

/** Makes PostgreSQL end the connections of a node. */
async function cutOff(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: store.databaseUrl ?? '' })
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [name],
  )
  await client.end()
}

/** Whether the library's own statement, which comes last, was answered. */
async function listens(name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: store.databaseUrl ?? '' })
  await client.connect()
  const { rows } = await client.query(
    `select from pg_stat_activity
    where application_name = $1 and state = 'idle' and query like 'LISTEN%'`,
    [name],
  )
  await client.end()
  return rows.length > 0
}

/** Starts two nodes: neither hears the other until both listen. */
async function pair(clock?: Clock) {
  const [a, b] = [await node('node-a', clock), await node('node-b', clock)]
  let told = 0
  await until('they hear each other', () => {
    // More than the node's own events.
    if ([a, b].every(({ heard }) => heard.length > told)) return true
    a.realtime.toWorkspace('siti', 'whatsapp_status', 'connected')
    b.realtime.toWorkspace('siti', 'whatsapp_status', 'connected')
    told += 1
    return false
  })
  return { a, b }
}

test('a browser on one node hears what another tells its user', async () => {
  const { a, b } = await pair()
  a.realtime.toWorkspace('siti', 'whatsapp_status', 'waiting_qr')
  a.realtime.toWorkspace('somebody else', 'whatsapp_status', 'disconnected')
  await until('both hear it', () =>
    [a, b].every(({ heard }) => JSON.stringify(heard).includes('waiting_qr')),
  )
  expect(JSON.stringify([a.heard, b.heard])).not.toContain('disconnected')
})

test('one that is too large for a notification arrives, too', async () => {
  const { a, b } = await pair()
  const long = 'x'.repeat(20_000)
  a.realtime.toWorkspace('siti', 'error_message', long, { code: 'internal_error', params: {} })
  await until('it arrives', () => JSON.stringify(b.heard).includes(long))
})

/** Somebody who may connect to the database, but has no rights. */
async function stranger() {
  const client = new pg.Client({ connectionString: store.databaseUrl ?? '' })
  const heard: string[] = []
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.connect()
  await client.query('listen "kirim_events#/"')
  ends.push(() => client.end())
  return {
    heard,
    say: async (payload: string) =>
      void (await client.query('select pg_notify($1, $2)', ['kirim_events#/', payload])),
  }
}

const FORGED = {
  uid: 'somebody',
  nsp: '/',
  type: 3,
  data: { opts: { rooms: ['user:siti'], except: [], flags: {} }, packet: { type: 2, nsp: '/' } },
}
/** An event that is not sealed. */
const inClear = (event: string) => {
  const packet = { ...FORGED.data.packet, data: ['whatsapp_status', event] }
  return JSON.stringify({ ...FORGED, data: { ...FORGED.data, packet } })
}

test('who may listen on the database reads nothing, forges nothing and repeats nothing', async () => {
  const { a, b } = await pair()
  const spy = await stranger()
  a.realtime.toWorkspace('siti', 'whatsapp_status', 'waiting_qr')
  await until('it is heard', () => JSON.stringify(b.heard).includes('waiting_qr'))
  await until('it was told', () => spy.heard.length > 0)
  expect(spy.heard.join()).not.toMatch(/waiting_qr|siti|whatsapp/)
  for (const payload of [...spy.heard]) await spy.say(payload)
  await spy.say(inClear('forged'))
  await spy.say(JSON.stringify({ ...FORGED, type: 6, data: { ...FORGED.data, close: true } }))
  a.realtime.toWorkspace('siti', 'whatsapp_status', 'connected')
  const last = () => JSON.stringify(b.heard.at(-1)).includes('connected')
  await until('the next is heard', () => last() && JSON.stringify(b.heard).includes('waiting_qr'))
  const text = JSON.stringify(b.heard)
  expect(text.split('waiting_qr')).toHaveLength(2)
  expect(text).not.toContain('forged')
  expect(b.browser.connected).toBe(true)
})

test('a token that is revoked on one node is signed out on the other', async () => {
  const { a, b } = await pair()
  a.realtime.signOut(['token of node-b'])
  await until('it is cut', () => !b.browser.connected)
  expect(b.heard).toContainEqual(['signed_out'])
  expect(a.browser.connected).toBe(true)
})

test('who was signed out elsewhere while a node heard nothing is signed out once it hears', async () => {
  const { b } = await pair()
  const before = b.positions.length
  revoked.add('token of node-b')
  await cutOff('node-b')
  await until('it is cut', () => !b.browser.connected)
  revoked.clear()
  expect(b.heard).toContainEqual(['signed_out'])
  expect(b.positions.length).toBe(before + 1)
})

test.runIf(IS_DEEP)('a connection that is lost is opened again, however often', async () => {
  const { a, b } = await pair()
  for (const round of [1, 2, 3]) {
    const before = b.positions.length
    await cutOff('node-b')
    const told = `round ${round}`
    await until('it hears again', () => {
      a.realtime.toWorkspace('siti', 'error_message', told, { code: 'internal_error', params: {} })
      return JSON.stringify(b.heard).includes(told)
    })
    // The node's browsers reload what they may have missed.
    expect(b.positions.length).toBe(before + 1)
    const [last, now] = b.positions.slice(-2).map((position) => position.split('.')[0])
    expect(now).not.toBe(last)
  }
})

test('what another node tells moves the position, of whom it tells alone', async () => {
  const { a, b } = await pair()
  const [before, others] = [b.positionOf('siti'), b.positionOf('ali')]
  expect(before.split('.')[0]).toBe(b.positions.at(-1)?.split('.')[0])
  a.realtime.toWorkspace('siti', 'contacts_changed')
  await until('it has moved', () => b.positionOf('siti') !== before)
  expect(b.positionOf('siti').split('.')[0]).toBe(before.split('.')[0])
  expect(b.positionOf('ali')).toBe(others)
})

test('an account has as many connections as it may, on all nodes together', async () => {
  // While the clock stands still, neither node gives up waiting for the other's count.
  const { a, b } = await pair(createFakeClock())
  const opened = await Promise.all(
    Array.from({ length: 18 }, async (_, n) => {
      const browser = connect(n % 2 ? a.url : b.url, `token ${n}`)
      ends.push(async () => browser.close())
      await until('it is open', () => browser.connected)
      return browser
    }),
  )
  /** The code of the refusal; null for none. */
  const refusal = (url: string) => {
    const one = connect(url, 'one more')
    ends.push(async () => one.close())
    return new Promise<string | null>((done) => {
      one.on('connect', () => done(null))
      one.on('connect_error', (error) =>
        done('data' in error ? String(Object(error.data).code) : ''),
      )
    })
  }
  expect(await refusal(a.url)).toBe('too_many_connections')
  expect(await refusal(b.url)).toBe('too_many_connections')
  opened[0]?.close()
  await until('there is room again', async () => (await refusal(a.url)) === null)
})

test('what a node tells while it stops is heard on the other', async () => {
  const { a, b } = await pair()
  await a.close()
  await until('its browsers are cut', () => !a.browser.connected)
  a.realtime.toWorkspace('siti', 'whatsapp_status', 'disconnected')
  await until('it is heard', () => JSON.stringify(b.heard).includes('disconnected'))
})

test('what a node tells last is heard, too', async () => {
  const { b } = await pair()
  const last = realtimeOf('node-c')
  await last.between.start()
  const told = Array.from({ length: 50 }, (_, n) => `told ${n}`)
  for (const text of told) {
    last.realtime.toWorkspace('siti', 'error_message', text, { code: 'internal_error', params: {} })
  }
  await last.between.stop()
  await until('it is heard', () => told.every((text) => JSON.stringify(b.heard).includes(text)))
})

test('one that is not started opens no connection, and one that ends early leaves none', async () => {
  const opened: Socket[] = []
  const stream = () => {
    const socket = new Socket()
    opened.push(socket)
    return socket
  }
  const one = realtimeOf('node-a', { stream })
  expect(opened).toEqual([])
  await one.between.start()
  await until('it connects', () => opened.length > 0)
  await one.between.stop()
  await until('all is closed', () => opened.every(({ closed }) => closed))
})

test.each(['listen', 'LISTEN'])(
  'one that stops while it opens its connection again leaves none (%s)',
  async (last) => {
    const { close } = await node('node-a')
    await until('it listens', () => listens('node-a'))
    const { query } = pg.Client.prototype
    const spied = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => spied.mockRestore())
    const openedAgain = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const ends: Promise<unknown>[] = []
    spied.mockImplementation(async function (this: pg.Client, ...asked: unknown[]) {
      if (String(asked[0]).startsWith(last)) {
        ends.push(once(this, 'end'))
        openedAgain.resolve()
        await closed.promise
      }
      return Reflect.apply(query, this, asked)
    })
    await cutOff('node-a')
    await openedAgain.promise
    await close()
    closed.resolve()
    await Promise.all(ends)
  },
)

test('what one asks the others answer in their time, and nobody waits for long', async () => {
  const { a, b } = await pair()
  const leaving = Promise.withResolvers<number>()
  b.others.onAsked('nothing_leaving', (workspaceId) =>
    workspaceId === 'siti' ? leaving.promise : new Promise(() => {}),
  )
  let isOver = false
  const over = a.others.ask('nothing_leaving', 'siti', 60_000).then((answers) => {
    isOver = true
    return answers
  })
  expect(await a.others.ask('nothing_leaving', 'ali', 20)).toEqual([])
  expect(isOver).toBe(false)
  leaving.resolve(7)
  expect(await over).toEqual([7])
})

const MANAGER: Membership = {
  workspaceId: 'siti',
  role: 'manager',
  deviceIds: ['a'],
  ownChatsOnly: false,
  hidesNumbers: false,
}

test('an event about a number reaches, on another node, only those who see it', async () => {
  memberships.set('token of node-b', MANAGER)
  const { a, b } = await pair()
  a.realtime.toNumbers('siti', ['b'], 'whatsapp_status', 'waiting_qr')
  a.realtime.toNumbers('siti', [], 'whatsapp_status', 'limit_reached')
  a.realtime.toNumbers('siti', ['a'], 'whatsapp_status', 'disconnected')
  await until('it arrives', () => JSON.stringify(b.heard).includes('disconnected'))
  expect(JSON.stringify(b.heard)).not.toMatch(/waiting_qr|limit_reached/)
  expect(JSON.stringify(a.heard)).toMatch(/waiting_qr.*limit_reached.*disconnected/)
})

test('a membership that ends on one node ends on all, before that is answered', async () => {
  memberships.set('token of node-b', MANAGER)
  const { a, b } = await pair()
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const request = b.inFlight.enter(response)
  request.person = ownerOf('mei', { membership: MANAGER })
  memberships.set('token of node-b', null)
  await a.realtime.membershipChanged('siti', 'mei')
  expect(request.isOutdated).toBe(true)
  expect(await b.present('siti')).toEqual(new Set(['siti']))
  await until('it is closed', () => !b.browser.connected)
  expect(b.heard).toContainEqual(['account_changed'])
  expect(a.browser.connected).toBe(true)
})

test('what a member may see that changed while a node heard nothing counts once it hears', async () => {
  memberships.set('token of node-b', MANAGER)
  const { b } = await pair()
  memberships.set('token of node-b', { ...MANAGER, deviceIds: [] })
  await cutOff('node-b')
  await until('it is closed', () => !b.browser.connected)
  expect(b.heard).not.toContainEqual(['signed_out'])
})

test('who is there is known on each node', async () => {
  memberships.set('token of node-b', MANAGER)
  const { a, b } = await pair()
  const both = new Set(['siti', 'mei'])
  expect([await a.present('siti'), await b.present('siti')]).toEqual([both, both])
  b.browser.close()
  await until('one is gone', async () => (await a.present('siti')).size === 1)
})

test('a node of an earlier version reaches those from whom nothing is withheld', async () => {
  const { b } = await pair()
  const old = createServer()
  const adapter = createNodesAdapter(
    { url: store.databaseUrl ?? '', name: 'old', stream: () => new Socket() },
    { nodeId: 'old', box, time: createDatabaseTime(), log: createLog('silent') },
  )
  const server = new Server(old, {
    adapter: adapter.adapterFor({ onEvent: () => {}, onListening: () => {} }),
  })
  ends.push(async () => {
    await server.close()
    await adapter.close()
  })
  await until('it is heard', () => {
    server.to('user:siti').emit('whatsapp_status', 'waiting_qr')
    return JSON.stringify(b.heard).includes('waiting_qr')
  })
})
