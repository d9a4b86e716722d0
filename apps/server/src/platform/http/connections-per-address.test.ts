import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { until } from '@kirim/testing/until'
import { afterEach, expect, test } from 'vitest'
import { createClientAddresses, type TrustedProxies } from './client-address.ts'
import { limitConnections } from './connections-per-address.ts'

const MOST = 3
const sockets: Socket[] = []
let server: Server
let accepted = 0

async function serve(trusted: TrustedProxies): Promise<void> {
  accepted = 0
  server = createServer((_request, response) => response.end('in'))
  server.on('connection', () => {
    accepted += 1
  })
  server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Upgraded\r\n\r\n'))
  limitConnections(server, createClientAddresses(trusted), MOST)
  await once(server.listen(0, '127.0.0.1'), 'listening')
}
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

function open(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  return socket.on('error', () => {})
}

async function openAll(count: number): Promise<Socket[]> {
  const opened = Array.from({ length: count }, open)
  await until('they are open', () => accepted >= count)
  return opened
}

async function ask(): Promise<string> {
  const socket = open()
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  return text(socket).catch(() => '')
}

test('one connection too many of an address is told so and closed, until another has gone', async () => {
  await serve(0)
  const [first] = await openAll(MOST)
  const refused = await text(open())
  expect(refused).toMatch(/^HTTP\/1\.1 429 /)
  expect(refused).toContain('"code":"too_many_connections"')
  first?.destroy()
  await until('there is room again', async () => (await ask()).endsWith('in'))
})

test('a proxy that is believed may have any number', async () => {
  await serve(['127.0.0.0/8'])
  await openAll(MOST * 3)
  expect(await ask()).toContain('in')
})

test('what has become a realtime connection counts there, and not here', async () => {
  await serve(0)
  for (const socket of await openAll(MOST)) {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
    await once(socket, 'data')
  }
  expect(await ask()).toContain('in')
})
