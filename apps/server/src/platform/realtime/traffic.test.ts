import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHostPolicy } from '../http/allowed-hosts.ts'
import { createClientAddresses } from '../http/client-address.ts'
import { createLog } from '../log.ts'
import { createRealtime, type RealtimeServer } from './realtime.ts'

const PATH = '/socket.io/?EIO=4'
const NEVER_MS = 600_000
/** As many frames of one kind as fit into this many bytes. */
const FLOOD_BYTES = 3_000_000

const clock = createFakeClock()
let http: Server
let server: RealtimeServer
let url: string

beforeEach(async () => {
  http = createServer((_request, response) => response.end('http'))
  server = createRealtime({
    authenticate: async (token) => ({
      userId: 'ann',
      role: 'user',
      token,
      tokenHash: token,
      expiresAt: clock.now() + NEVER_MS,
    }),
    addresses: createClientAddresses(0),
    hosts: createHostPolicy({
      host: '127.0.0.1',
      publicUrl: null,
      mediaUrl: null,
      allowedHosts: [],
    }),
    clock,
    log: createLog('silent'),
    joinWithinMs: NEVER_MS,
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  server.attach(http)
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterEach(async () => {
  http.closeAllConnections()
  await server.close()
})

const TEXT = 0x81
const PING = 0x89

/** A masked frame of a client. */
function frame(payload: string, kind = TEXT): Buffer {
  const bytes = Buffer.from(payload)
  const head =
    bytes.length < 126
      ? [kind, 0x80 | bytes.length]
      : [kind, 0xfe, bytes.length >> 8, bytes.length & 255]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), bytes])
}

const many = (one: Buffer, count = Math.floor(FLOOD_BYTES / one.length)) =>
  Buffer.concat(Array<Buffer>(count).fill(one))

interface Wire {
  readonly socket: Socket
  readonly closed: Promise<unknown>
  heard(): string
  bytes(): number
}

/** An open WebSocket without a client library. */
async function openWire(query = ''): Promise<Wire> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let heard = ''
  let bytes = 0
  socket.on('data', (data) => {
    bytes += data.length
    heard = (heard + data.toString('latin1')).slice(-100_000)
  })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const lines = [
    `GET ${PATH}&transport=websocket${query} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await until('it is open', () => heard.includes(query ? 'HTTP/1.1 101' : '"sid"'))
  return { socket, closed, heard: () => heard, bytes: () => bytes }
}

async function openSignedIn(): Promise<Wire> {
  const wire = await openWire()
  wire.socket.write(frame('40{"token":"t"}'))
  await until('it is in', () => wire.heard().includes('event_position'))
  return wire
}

const kinds: [string, Buffer][] = [
  ['sign-ins to nowhere', frame('40/x,')],
  ['goodbyes to nowhere', frame('41/x,')],
  ['sign-ins', frame('40{"token":"t"}')],
  ['answers to a heartbeat', frame('3')],
  ['answers that nobody asked for', frame('430[]')],
  ['events', frame('42["zzz"]')],
  ['upgrades', frame('5')],
  ['nothings', frame('6')],
  ['pings of the WebSocket', frame('', PING)],
  ['frames of a text that never ends', Buffer.from([0x00, 0x80, 0, 0, 0, 0])],
]

describe.each([
  ['before the sign-in', openWire],
  ['signed in', openSignedIn],
])('%s', (_when, open) => {
  test.each(kinds)('a flood of %s ends the connection', async (what, one) => {
    const wire = await open()
    const before = wire.bytes()
    // The first frame of the text; the others continue it.
    if (what.includes('never')) wire.socket.write(Buffer.from([0x01, 0x80, 0, 0, 0, 0]))
    wire.socket.write(many(one))
    await wire.closed
    // Few of them were answered: at most 60 refusals of about 130 bytes.
    expect(wire.bytes() - before).toBeLessThan(10_000)
    expect(await (await fetch(url)).text()).toBe('http')
  })
})

test('allows 20 packets before the sign-in, and a browser’s usual ones after it', async () => {
  const wire = await openWire()
  wire.socket.write(many(frame('3'), 19))
  wire.socket.write(frame('40{"token":"t"}'))
  await until('it is in', () => wire.heard().includes('event_position'))
  for (let minute = 0; minute < 3; minute += 1) {
    wire.socket.write(many(frame('3'), 60))
    wire.socket.write(frame(`42["get_whatsapp_status"]`))
    wire.socket.write(frame(`minute ${minute}`, PING))
    await until('all is read', () => wire.heard().includes(`minute ${minute}`))
    clock.advance(10_000)
  }
  expect(wire.socket.destroyed).toBe(false)
})

test('a connection that sends 21 packets without a sign-in is cut', async () => {
  const wire = await openWire()
  wire.socket.write(many(frame('3'), 21))
  await wire.closed
})

test('a sign-in to an unknown namespace ends the connection', async () => {
  const wire = await openWire()
  wire.socket.write(frame('40/admin,{"token":"t"}'))
  await wire.closed
  expect(wire.heard()).not.toContain('Invalid namespace')
})

test('many packets in one body are all counted', async () => {
  const polled = `${url}${PATH}&transport=polling`
  const opened = await (await fetch(polled)).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
  const post = (count: number) =>
    fetch(`${polled}&sid=${sid}`, { method: 'POST', body: Array(count).fill('3').join('\x1e') })
  expect((await post(20)).status).toBe(200)
  await post(1).catch(() => {})
  expect((await post(1)).status).toBe(400)
})

test('a WebSocket upgrade is counted with its polling session', async () => {
  const opened = await (await fetch(`${url}${PATH}&transport=polling`)).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
  const wire = await openWire(`&sid=${sid}`)
  wire.socket.write(many(frame('2probe')))
  await wire.closed
  expect((await fetch(`${url}${PATH}&transport=polling&sid=${sid}`)).status).toBe(400)
})

test('a client that starts with polling can upgrade to a WebSocket', async () => {
  const client = io(url, { auth: { token: 't' }, reconnection: false, forceNew: true })
  await new Promise<void>((resolve, reject) => {
    client.io.engine.once('upgrade', () => resolve())
    client.once('disconnect', reject)
  })
  const heard = new Promise((resolve) => client.once('devices_changed', () => resolve('heard')))
  await until('it is in', () => client.connected)
  server.realtime.toUser('ann', 'devices_changed')
  expect(await heard).toBe('heard')
  client.close()
})

test('a client that does not read is cut off before it fills the memory', async () => {
  const wire = await openSignedIn()
  wire.socket.pause()
  const TOLD = 40_000
  for (let n = 0; n < TOLD; n += 1) {
    server.realtime.toUser('ann', 'error_message', 'x'.repeat(1000), undefined)
    if (n % 100 === 0) await nextTurn()
  }
  wire.socket.resume()
  await wire.closed
  expect(wire.bytes()).toBeLessThan(TOLD * 1000)
})
