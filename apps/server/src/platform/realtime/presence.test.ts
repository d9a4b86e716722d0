import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownerOf } from '../../testing/person.ts'
import { createHostPolicy } from '../http/allowed-hosts.ts'
import { createClientAddresses } from '../http/client-address.ts'
import { createRequestsInFlight } from '../http/in-flight.ts'
import { createLog } from '../log.ts'
import { createRealtime, type RealtimeServer } from './realtime.ts'

const MINUTE_MS = 60_000

let clock: ReturnType<typeof createFakeClock>
let server: RealtimeServer
let url: string
let stored: unknown[]
let stop: () => Promise<void>
const clients: Socket[] = []

beforeEach(async () => {
  clock = createFakeClock()
  stored = []
  const http = createServer()
  server = createRealtime({
    /** `aina.2` is a token of aina, in the shop. */
    authenticate: async (token) => {
      const [personId = ''] = token.split('.')
      const { membership } = ownerOf('shop')
      return ownerOf(personId, { token, tokenHash: token, membership })
    },
    addresses: createClientAddresses(0),
    hosts: createHostPolicy({
      host: '127.0.0.1',
      publicUrl: null,
      mediaUrl: null,
      allowedHosts: [],
    }),
    clock,
    inFlight: createRequestsInFlight(),
    storeSeen: async (members, at) => {
      stored.push([at, members.map(({ personId }) => personId).sort()])
    },
    log: createLog('silent'),
  })
  await server.presence.start()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  server.attach(http)
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  stop = async () => {
    for (const client of clients.splice(0)) client.close()
    http.closeAllConnections()
    await server.close()
    await server.presence.stop()
  }
})
afterEach(() => stop())

async function open(token: string) {
  const socket = io(url, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  clients.push(socket)
  let told = 0
  socket.on('team_changed', () => {
    told += 1
  })
  await new Promise<void>((done) => socket.once('connect', done))
  return { socket, told: () => told }
}

const present = async () => [...(await server.present('shop'))].sort()
const isThere = (who: string) =>
  until(`${who} is there`, async () => (await present()).includes(who))

/** Lets pass what is told and stored later. */
const aMoment = () => clock.advance(3000)

test('who has a connection is there, until the last one ends', async () => {
  const first = await open('aina.1')
  const second = await open('aina.2')
  await open('mei.1')
  expect(await present()).toEqual(['aina', 'mei'])
  first.socket.close()
  second.socket.close()
  await until('she is gone', async () => (await present()).join() === 'mei')
  expect(await server.present('another')).toEqual(new Set())
})

test('the team is told once that people came, and not of a page that loads again', async () => {
  const { told } = await open('aina.1')
  await open('mei.1')
  await open('ali.1')
  await isThere('ali')
  await aMoment()
  await until('it is told', () => told() === 1)
  const position = server.positionOf('shop')
  clients[1]?.close()
  await until('it is closed', async () => (await present()).length === 2)
  await open('mei.2')
  await aMoment()
  clients[2]?.close()
  await until('he is gone', async () => !(await present()).includes('ali'))
  await aMoment()
  await until('it is told again', () => told() === 2)
  // No other page has missed anything.
  expect(server.positionOf('shop')).toBe(position)
})

test('who is there is stored every five minutes, all at once, and who leaves at once', async () => {
  await open('aina.1')
  await open('aina.2')
  await open('mei.1')
  await clock.advance(4 * MINUTE_MS)
  expect(stored).toEqual([])
  await clock.advance(MINUTE_MS)
  await until('they are stored', () => stored.length === 1)
  const at = clock.now()
  expect(stored).toEqual([[at, ['aina', 'mei']]])
  clients[0]?.close()
  clients[2]?.close()
  await until('she is gone', async () => (await present()).join() === 'aina')
  await aMoment()
  await until('it is stored', () => stored.length === 2)
  expect(stored[1]).toEqual([at + 1000, ['mei']])
})

test('who was there when the server stops is stored', async () => {
  await open('aina.1')
  await isThere('aina')
  await stop()
  stop = async () => {}
  expect(stored).toEqual([[clock.now(), ['aina']]])
})
