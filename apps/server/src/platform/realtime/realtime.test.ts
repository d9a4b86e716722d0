import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { onThisMachine } from '@kirim/testing/test-run'
import { until } from '@kirim/testing/until'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownerOf } from '../../testing/person.ts'
import type { Person } from '../caller.ts'
import { createHostPolicy } from '../http/allowed-hosts.ts'
import { createClientAddresses } from '../http/client-address.ts'
import { createRequestsInFlight } from '../http/in-flight.ts'
import { createLog } from '../log.ts'
import { createRealtime, type RealtimeServer } from './realtime.ts'

const clock = createFakeClock()
const DAY_MS = 24 * 60 * 60 * 1000

let http: Server
let server: RealtimeServer
let url: string
let lookUps: string[]
/** Tokens that are only valid on first lookup. */
let revokedOnceSeen: Set<string>
/** People who belong to no workspace any more. */
let removed: Set<string>
const clients: Socket[] = []

/** `user.n` is a token of `user`. */
async function authenticate(token: string): Promise<Person | null> {
  lookUps.push(token)
  const [workspaceId = ''] = token.split('.')
  const isRevoked = revokedOnceSeen.has(token) && lookUps.filter((one) => one === token).length > 1
  if (!token.includes('.') || isRevoked) return null
  return ownerOf(workspaceId, {
    token,
    tokenHash: token,
    expiresAt: clock.now() + 30 * DAY_MS,
    ...(removed.has(workspaceId) && { membership: null }),
  })
}

beforeEach(async () => {
  lookUps = []
  revokedOnceSeen = new Set()
  removed = new Set()
  await serve({})
})

async function serve(options: { joinWithinMs?: number }): Promise<void> {
  http = createServer((_request, response) => response.end('http'))
  server = createRealtime({
    authenticate,
    addresses: createClientAddresses(1),
    hosts: createHostPolicy({
      host: '127.0.0.1',
      publicUrl: 'https://kirim.example.com',
      mediaUrl: null,
      allowedHosts: [],
    }),
    clock,
    inFlight: createRequestsInFlight(),
    storeSeen: async () => {},
    log: createLog('silent'),
    ...options,
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  server.attach(http)
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

async function stop(): Promise<void> {
  for (const client of clients.splice(0)) client.close()
  http.closeAllConnections()
  await server.close()
}
afterEach(stop)

function open(token: string, options: Partial<ManagerOptions & SocketOptions> = {}): Socket {
  const client = io(url, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
  })
  clients.push(client)
  return client
}

/** 'in', or the code of the refusal. */
function outcome(client: Socket): Promise<string> {
  return new Promise((resolve) => {
    client.once('connect', () => resolve('in'))
    client.once('connect_error', (error: Error & { data?: { code: string } }) =>
      resolve(error.data?.code ?? error.message),
    )
  })
}

const heard = (client: Socket, event: string) =>
  new Promise<void>((resolve) => client.once(event, () => resolve()))

const from = (address: string) => ({ extraHeaders: { 'x-forwarded-for': address } })

test('an account has at most 20 connections at once, independent of other accounts', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 25 }, (_, n) => outcome(open(`ann.${n}`))),
  )
  expect(outcomes.toSorted()).toEqual([
    ...Array(20).fill('in'),
    ...Array(5).fill('too_many_connections'),
  ])
  expect(await outcome(open('bob.1'))).toBe('in')
  clients.find((client) => client.connected)?.close()
  await until('there is room again', async () => (await outcome(open('ann.26'))) === 'in')
})

test('an address has at most 200, for any accounts; its forwarding headers are ignored', async () => {
  const spoofed = (n: number) => from(`198.51.100.${n % 250}, 203.0.113.9`)
  const outcomes = await Promise.all(
    Array.from({ length: 210 }, (_, n) => outcome(open(`user${n}.1`, spoofed(n)))),
  )
  expect(outcomes.filter((one) => one === 'in')).toHaveLength(200)
  expect(await outcome(open('late.1', spoofed(1)))).not.toBe('in')
  expect(await outcome(open('elsewhere.1', from('203.0.113.10')))).toBe('in')
  const refused = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, {
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ code: 'too_many_connections' })
})

test('all addresses of one IPv6 network count as one', async () => {
  await Promise.all(
    Array.from({ length: 200 }, (_, n) => outcome(open(`user${n}.1`, from(`2001:db8::1:${n}`)))),
  )
  expect(await outcome(open('late.1', from('2001:db8::2:9')))).not.toBe('in')
  expect(await outcome(open('other.1', from('2001:db8:0:1::9')))).toBe('in')
})

test.each(['websocket', 'polling'])('%s without a sign-in is closed in time', async (transport) => {
  await stop()
  await serve({ joinWithinMs: 100 })
  const { host } = new URL(url)
  const path = `/socket.io/?EIO=4&transport=${transport}`
  if (transport === 'websocket') {
    const socket = new WebSocket(`ws://${host}${path}`)
    await once(socket, 'close')
    return
  }
  const opened = await (await fetch(`${url}${path}`)).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
  // A polling client gets the close packet, even one that asks late; afterwards the connection is
  // unknown.
  const packets = (await (await fetch(`${url}${path}&sid=${sid}`)).text()).split('\u001e')
  expect(packets.at(-1)).toBe('1')
  expect((await fetch(`${url}${path}&sid=${sid}`)).status).toBe(400)
})

test('a workspace that no database can look for is refused, with nobody looked up', async () => {
  const client = open('ann.1', { auth: { token: 'ann.1', workspace: 'a\0b' } })
  expect(await outcome(client)).toBe('unauthenticated')
  expect(lookUps).toEqual([])
})

test('a refused sign-in is looked up once, however often it is repeated, and closed', async () => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const closed = once(socket, 'close')
  await once(socket, 'open')
  for (let n = 0; n < 50; n++) socket.send(`40${JSON.stringify({ token: 'made-up' })}`)
  await closed
  expect(lookUps).toEqual(['made-up'])
})

test('leaving the namespace closes the connection', async () => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const closed = once(socket, 'close')
  await once(socket, 'open')
  socket.send(`40${JSON.stringify({ token: 'ann.1' })}`)
  await until('it is in', () => lookUps.length === 2)
  socket.send('41')
  await closed
})

test('a client that does not answer a close is cut off soon', async () => {
  const { host, port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const closed = once(socket, 'close')
  const sent = {
    host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==',
  }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
  const line = 'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1'
  socket.write([line, ...lines, '', ''].join('\r\n'))
  let heard = Buffer.alloc(0)
  socket.on('data', (data) => {
    heard = Buffer.concat([heard, data])
  })
  await until('it is open', () => heard.includes('"sid"'))
  const start = performance.now()
  // A text that is not a valid packet, masked with zeros.
  socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x78]))
  await closed
  expect(performance.now() - start).toBeLessThan(onThisMachine(15_000))
})

test('garbage is refused with its code, then cut off, without a lookup', async () => {
  const client = open('ann.1')
  expect(await outcome(client)).toBe('in')
  await until('it is in', () => lookUps.length === 2)
  const refusals: unknown[] = []
  client.on('error_message', (_message, said) => refusals.push(said))
  const gone = heard(client, 'disconnect')
  for (let n = 0; n < 5000; n++) client.emit('get_whatsapp_status', { $garbage: n })
  await gone
  expect(refusals).toContainEqual({ code: 'too_many_requests', params: { seconds: 1 } })
  expect(lookUps.length).toBeLessThanOrEqual(2 + 40)
})

test('a pause restores the allowance', async () => {
  let handled = 0
  server.handle('get_whatsapp_status', async () => void handled++)
  const client = open('ann.1')
  expect(await outcome(client)).toBe('in')
  for (let n = 0; n < 40; n++) client.emit('get_whatsapp_status')
  await until('all are handled', () => handled === 40)
  clock.advance(1000)
  for (let n = 0; n < 6; n++) client.emit('get_whatsapp_status')
  await heard(client, 'error_message')
  expect({ handled, connected: client.connected }).toEqual({ handled: 45, connected: true })
})

test('a connection ends when its token expires', async () => {
  const client = open('ann.1')
  expect(await outcome(client)).toBe('in')
  const ends = Promise.all([heard(client, 'signed_out'), heard(client, 'disconnect')])
  clock.advance(29 * DAY_MS)
  await fetch(url)
  expect(client.connected).toBe(true)
  clock.advance(DAY_MS)
  await ends
})

test('a connection whose token was revoked without a notice ends within minutes', async () => {
  const client = open('ann.1')
  expect(await outcome(client)).toBe('in')
  await until('it is in', () => lookUps.length === 2)
  const ends = heard(client, 'signed_out')
  revokedOnceSeen.add('ann.1')
  clock.advance(5 * 60_000)
  await ends
})

test('what a browser asks is not answered once its person left the workspace', async () => {
  let handled = 0
  server.handle('get_whatsapp_status', async () => void handled++)
  const client = open('ann.1')
  expect(await outcome(client)).toBe('in')
  await until('it is in', () => lookUps.length === 2)
  const gone = heard(client, 'disconnect')
  removed.add('ann')
  client.emit('get_whatsapp_status')
  await gone
  expect(handled).toBe(0)
})

test('a connection whose token is revoked during the sign-in ends, too', async () => {
  revokedOnceSeen.add('ann.1')
  await heard(open('ann.1'), 'signed_out')
})

test.each([
  ['a page of another site', { origin: 'https://evil.example' }, 403, 'origin_not_allowed'],
  [
    'a page of another server on this machine',
    { origin: 'http://localhost:5555' },
    403,
    'origin_not_allowed',
  ],
  ['a page without a name', { origin: 'null' }, 403, 'origin_not_allowed'],
  ['a name that is not this server’s', { host: 'evil.example' }, 421, 'host_not_allowed'],
])('%s is refused, polling or not', async (_who, headers, status, code) => {
  const { host } = new URL(url)
  for (const upgrade of [false, true]) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const sent = {
      host,
      ...headers,
      ...(upgrade
        ? {
            connection: 'Upgrade',
            upgrade: 'websocket',
            'sec-websocket-version': '13',
            'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==',
          }
        : { connection: 'close' }),
    }
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
    const transport = upgrade ? 'websocket' : 'polling'
    const line = `GET /socket.io/?EIO=4&transport=${transport} HTTP/1.1`
    socket.write([line, ...lines, '', ''].join('\r\n'))
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(body).toContain(`"code":"${code}"`)
  }
})

test.each(['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'])(
  'a request that names two hosts is refused: %j',
  async (upgrade) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const transport = upgrade ? 'websocket' : 'polling'
    const hosts = 'Host: localhost\r\nHost: localhost\r\n'
    const line = `GET /socket.io/?EIO=4&transport=${transport} HTTP/1.1`
    socket.write(`${line}\r\n${hosts}${upgrade || 'Connection: close\r\n'}\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"malformed_request"/)
  },
)

test.each([
  ['the public address', { origin: 'https://kirim.example.com' }],
  // Vite's development server forwards the header.
  ['the host that is asked', { origin: 'http://localhost:5173', host: 'localhost:5173' }],
])('a page of %s is let in', async (_where, extraHeaders) => {
  expect(await outcome(open('ann.1', { extraHeaders }))).toBe('in')
})

test('a connection that is reset during its upgrade does no harm', async () => {
  for (const path of ['/elsewhere', '/socket.io/?EIO=4&transport=websocket', '/socket.io/?x']) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    await once(socket, 'connect')
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nOrigin: null'
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n\r\n`)
    await fetch(url)
    socket.resetAndDestroy()
    await fetch(url)
  }
  expect(await (await fetch(url)).text()).toBe('http')
})
