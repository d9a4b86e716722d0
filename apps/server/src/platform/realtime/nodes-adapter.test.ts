import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '@kirim/testing/until'
import pg from 'pg'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migratedStore } from '../../testing/engines.ts'
import { systemClock } from '../clock.ts'
import { createHostPolicy } from '../http/allowed-hosts.ts'
import { createClientAddresses } from '../http/client-address.ts'
import { createLog } from '../log.ts'
import { createNodesAdapter } from './nodes-adapter.ts'
import { createRealtime } from './realtime.ts'

const HOUR_MS = 3_600_000

let store: Awaited<ReturnType<typeof migratedStore>>
let ends: (() => Promise<unknown>)[]
beforeEach(async () => {
  store = await migratedStore('PostgreSQL')
  ends = []
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  store.remove()
})

/** A node with one browser of the user 'siti'. */
async function node(name: string) {
  const http = createServer()
  const log = createLog('silent')
  const server = createRealtime({
    authenticate: async (token) => {
      const expiresAt = Date.now() + HOUR_MS
      return { userId: 'siti', role: 'user', token, tokenHash: token, expiresAt }
    },
    addresses: createClientAddresses(0),
    hosts: createHostPolicy({
      host: '127.0.0.1',
      publicUrl: null,
      mediaUrl: null,
      allowedHosts: [],
    }),
    clock: systemClock,
    log,
    nodes: createNodesAdapter({ url: store.databaseUrl ?? '', name }, log),
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  server.attach(http)
  const browser = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    auth: { token: `token of ${name}` },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  const heard: unknown[] = []
  browser.onAny((event, ...args) => event !== 'event_position' && heard.push([event, ...args]))
  await until('it is connected', () => browser.connected)
  ends.push(async () => {
    browser.close()
    http.closeAllConnections()
    await server.close()
  })
  return { ...server, browser, heard }
}

/** One is not heard until both listen. */
async function pair() {
  const [a, b] = [await node('node-a'), await node('node-b')]
  await until('they hear each other', () => {
    a.realtime.toUser('siti', 'whatsapp_status', 'connected')
    b.realtime.toUser('siti', 'whatsapp_status', 'connected')
    return a.heard.length > b.heard.length / 2 && b.heard.length > 0
  })
  return { a, b }
}

test('a browser on one node hears what another tells its user', async () => {
  const { a, b } = await pair()
  a.realtime.toUser('siti', 'whatsapp_status', 'waiting_qr')
  a.realtime.toUser('somebody else', 'whatsapp_status', 'disconnected')
  await until('both hear it', () =>
    [a, b].every(({ heard }) => JSON.stringify(heard).includes('waiting_qr')),
  )
  expect(JSON.stringify([a.heard, b.heard])).not.toContain('disconnected')
})

test('one that is too large for a notification arrives, too', async () => {
  const { a, b } = await pair()
  const long = 'x'.repeat(20_000)
  a.realtime.toUser('siti', 'error_message', long, { code: 'internal_error', params: {} })
  await until('it arrives', () => JSON.stringify(b.heard).includes(long))
})

test('a token that is revoked on one node is signed out on the other', async () => {
  const { a, b } = await pair()
  a.realtime.signOut(['token of node-b'])
  await until('it is cut', () => !b.browser.connected)
  expect(b.heard).toContainEqual(['signed_out'])
  expect(a.browser.connected).toBe(true)
})

test('a connection that is lost is opened again, however often', async () => {
  const { a, b } = await pair()
  const client = new pg.Client({ connectionString: store.databaseUrl ?? '' })
  await client.connect()
  ends.push(() => client.end())
  for (const round of [1, 2, 3]) {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
      ['node-b'],
    )
    const told = `round ${round}`
    await until('it hears again', () => {
      a.realtime.toUser('siti', 'error_message', told, { code: 'internal_error', params: {} })
      return JSON.stringify(b.heard).includes(told)
    })
  }
})
