import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerOneAtATime, readInPieces } from './one-at-a-time.ts'

let server: Server
let port: number
/** The path of each request, with the event loop iteration that handled it. */
let handled: { path: string; iteration: number }[]
/** Holds back each answer. */
let answering: Promise<void>

beforeEach(async () => {
  handled = []
  answering = Promise.resolve()
  let iteration = 0
  const count = () => {
    iteration += 1
    if (server.listening) setImmediate(count)
  }
  server = createServer(async (request, response) => {
    readInPieces(request, response)
    handled.push({ path: request.url ?? '', iteration })
    if (request.method === 'POST') return void response.end('no', () => request.resume())
    await answering
    response.end(`${request.url};`)
  })
  answerOneAtATime(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  setImmediate(count)
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function open(): { socket: Socket; heard: () => string } {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => {
    heard += data
  })
  socket.on('error', () => {})
  return { socket, heard: () => heard }
}

const requests = (count: number) =>
  Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\nhost: x\r\n\r\n`).join('')

test('requests that come in one piece are answered in their order, others between any two', async () => {
  const { socket, heard } = open()
  socket.write(requests(30))
  await until('all are answered', () => heard().includes('/29;'))
  const paths = Array.from({ length: 30 }, (_, n) => `/${n}`)
  expect(handled.map(({ path }) => path)).toEqual(paths)
  expect(heard().match(/\/\d+(?=;)/g)).toEqual(paths)
  expect(new Set(handled.map(({ iteration }) => iteration)).size).toBe(30)
})

test('the next is not looked at before the one before it is answered', async () => {
  let go = () => {}
  answering = new Promise((done) => {
    go = done
  })
  const { socket, heard } = open()
  socket.write(requests(2))
  await until('the first has come', () => handled.length === 1)
  const other = open()
  other.socket.write(requests(1))
  await until('another connection is heard meanwhile', () => handled.length === 2)
  expect(handled.map(({ path }) => path)).toEqual(['/0', '/0'])
  go()
  await until('both are answered', () => heard().includes('/1;'))
})

test('a connection on which too many wait is cut, and no other', async () => {
  const other = open()
  other.socket.write(requests(1))
  await until('it is answered', () => other.heard().includes('/0;'))
  const { socket } = open()
  const closed = once(socket, 'close')
  socket.write(requests(200))
  await closed
  expect(handled.length).toBeLessThan(60)
  other.socket.write(requests(2))
  await until('the other goes on', () => other.heard().includes('/1;'))
})

test('what comes behind an answer is read slowly', async () => {
  const accepted = once(server, 'connection')
  const { socket, heard } = open()
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n\r\n')
  await until('it is answered', () => heard().includes('no'))
  const [reading] = (await accepted) as [Socket]
  const piece = Buffer.alloc(1_000_000)
  const write = () => {
    while (socket.writable && socket.write(piece));
  }
  socket.on('drain', write)
  const start = performance.now()
  write()
  await until('4 MB are read', () => reading.bytesRead > 4_000_000)
  // More than twenty pieces, with a pause after each.
  expect(performance.now() - start).toBeGreaterThan(700)
})
