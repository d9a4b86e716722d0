import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as realTime } from 'node:timers/promises'
import { call } from '@kirim/contract/call'
import { until } from '@kirim/testing/until'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { ownerOf } from '../../testing/person.ts'
import { createSecretBox } from '../crypto/secret-box.ts'
import { DomainError } from '../errors.ts'
import { createLog } from '../log.ts'
import { createHostPolicy } from './allowed-hosts.ts'
import { createClientAddresses } from './client-address.ts'
import { createRouter } from './routes.ts'
import { createHttpServer, type HttpOptions } from './server.ts'

const Fields = z.object({ note: z.string().max(100).optional() })
const upload = call({
  method: 'POST',
  path: '/upload',
  access: 'user',
  summary: 'Takes a file and fields',
  body: Fields,
  file: { field: 'file', required: false },
  status: 200,
  response: z.object({ size: z.number() }),
})
const limited = call({
  method: 'POST',
  path: '/limited',
  access: 'public',
  summary: 'Refused to everybody',
  body: Fields,
  status: 200,
  response: z.object({}),
})

const folder = mkdtempSync(join(tmpdir(), 'kirim-incoming-'))
const asked = vi.fn()
const options = {
  webRoot: join(folder, 'none'),
  appInfo: { network: 'sandbox', mediaUrl: '', version: '1' },
  mediaUrl: null,
  addresses: createClientAddresses(0),
  hosts: createHostPolicy({
    host: '127.0.0.1',
    publicUrl: null,
    mediaUrl: null,
    allowedHosts: [],
  }),
  isHttps: false,
  version: '1',
  log: createLog('silent'),
} as const
let app: FastifyInstance
let port: number
/** What an upload waits for before it is answered. */
let answering: Promise<void> = Promise.resolve()

beforeAll(async () => {
  app = await createHttpServer(options)
  const caller = ownerOf('somebody')
  const route = createRouter(app, {
    authenticate: async () => caller,
    uploadFolder: folder,
    positionOf: () => 'run.0',
    reserve: { admit: async () => {} },
    security: { record() {} },
    box: createSecretBox(randomBytes(32)),
  })
  route(upload, async ({ file }) => {
    await answering
    return { size: file?.size ?? 0 }
  })
  route(limited, async () => ({}), {
    limit: async () => {
      asked()
      throw new DomainError('too_many_requests', { seconds: 7 })
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
// Nothing of an upload remains, whatever its outcome.
afterEach(async () => {
  await until('the folder is empty', () => readdirSync(folder).length === 0)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const post = (path: string, body: string | FormData, type?: string) =>
  fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', ...(type && { 'content-type': type }) },
    body,
  })
const answerOf = async (response: Response) => {
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code]
}
const JSON_TYPE = 'application/json'

test('a limit counts before anything of the body is looked at', async () => {
  for (const body of ['{"note":', '{"note":5}', '['.repeat(5000), 'x'.repeat(10_000_000)]) {
    const response = await post('/limited', body, JSON_TYPE)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await answerOf(response)).toEqual([429, 'too_many_requests'])
  }
  expect(asked).toHaveBeenCalledTimes(4)
})

test.each([
  ['lists', '['.repeat(5000) + ']'.repeat(5000)],
  ['objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ['lists in a field', `{"note":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ['a hundred thousand values', `{"other":[${'1,'.repeat(100_000)}1]}`],
])('%s, deep or endless, cannot be read', async (_what, body) => {
  expect(await answerOf(await post('/upload', body, JSON_TYPE))).toEqual([400, 'malformed_request'])
})

test.each([
  ['a form', JSON_TYPE, [411, 'length_required']],
  ['a file', 'multipart/form-data; boundary=b', [200, undefined]],
])('%s that comes in pieces of no told length', async (_what, type, answer) => {
  const part = 'content-disposition: form-data; name="upload"; filename="a.txt"'
  const pieces =
    type === JSON_TYPE ? ['{', '}'] : [`--b\r\n${part}\r\n\r\n`, 'text', '\r\n--b--\r\n']
  const response = await fetch(`http://127.0.0.1:${port}/api/upload`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': type },
    body: Readable.toWeb(Readable.from(pieces.map((piece) => Buffer.from(piece)))),
    duplex: 'half',
  })
  expect(await answerOf(response)).toEqual(answer)
})

test.each([
  ['/api/nothing', 'Bearer t'],
  ['/nothing', 'Bearer t'],
  ['/api/nothing', ''],
])('where nothing is, at %s, nothing of a body is waited for or read', async (path, token) => {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${token}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: 1000000\r\n\r\n`,
  )
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 404 [\s\S]*"code":"not_found"/)
  socket.destroy()
})

const formOf = (fields: number, each: number, file?: { bytes: number; first: boolean }) => {
  const form = new FormData()
  const addFile = () => file && form.append('file', new Blob([Buffer.alloc(file.bytes)]), 'a')
  if (file?.first) addFile()
  for (let n = 0; n < fields; n++) form.append(`f${n}`, 'x'.repeat(each))
  if (!file?.first) addFile()
  return form
}

test.each([
  ['one after another', formOf(200, 100_000)],
  ['before a file', formOf(11, 100_000, { bytes: 100, first: false })],
  ['behind a file', formOf(11, 100_000, { bytes: 3_000_000, first: true })],
  ['one alone', formOf(1, 300_000)],
  [
    'their names alone',
    (() => {
      const form = new FormData()
      for (let n = 0; n < 200; n++) form.append(`${n}${'n'.repeat(6000)}`, '')
      return form
    })(),
  ],
])('fields of more than 1 MB together are refused: %s', async (_what, form) => {
  expect(await answerOf(await post('/upload', form))).toEqual([413, 'payload_too_large'])
})

test('fields of a little less than 1 MB and a file are taken', async () => {
  for (const first of [true, false]) {
    const response = await post('/upload', formOf(10, 100_000, { bytes: 5_000_000, first }))
    expect([response.status, await response.json()]).toEqual([200, { size: 5_000_000 }])
  }
})

test('what comes behind the refusal of an upload is not kept, and not waited for', async () => {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise((done) => socket.once('close', done))
  socket.on('error', () => {})
  socket.write(multipartHead(1_000_000_000))
  const field = `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(100_000)}\r\n`
  let heard = ''
  socket.on('data', (data) => {
    heard += data
  })
  while (!heard.includes('413')) await written(socket, field)
  // A gigabyte was announced; about one megabyte was enough.
  expect(socket.bytesWritten).toBeLessThan(20_000_000)
  for (let n = 0; n < 20; n++) await written(socket, field)
  await closed
})

test('a member may have six uploads at once', async () => {
  let go = () => {}
  answering = new Promise((done) => {
    go = done
  })
  const six = Array.from({ length: 6 }, () => post('/upload', formOf(1, 10)))
  // The seventh may overtake them on the way.
  let refused: unknown
  await until('six are under way', async () => {
    const answer = await Promise.race([post('/upload', formOf(1, 10)), realTime(200, null)])
    if (!answer) return false
    refused = await answerOf(answer)
    return true
  })
  expect(refused).toEqual([429, 'too_many_uploads'])
  go()
  const statuses = (await Promise.all(six)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
  expect((await post('/upload', formOf(1, 10))).status).toBe(200)
})

test('a body that stops coming is refused, and the connection closed', async () => {
  const hasty = await listeningWith({ idleMs: 500 })
  const socket = connect(hasty, '127.0.0.1')
  await written(socket, jsonHead(1000))
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"request_timeout"/)
})

test.each([
  ['half a header', 'POST /api/upload HTTP/1.1\r\nHost: 127.0.0.1\r\nX: '],
  ['nothing', ''],
])('headers that stop coming, %s, are refused', async (_what, sent) => {
  const socket = connect(await listeningWith({ headersMs: 1000, lookEveryMs: 50 }), '127.0.0.1')
  await written(socket, sent)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"request_timeout"/)
})

/** The port of a server of its own: a slow machine may take a second to send any headers. */
async function listeningWith(timeouts: NonNullable<HttpOptions['timeouts']>): Promise<number> {
  const hasty = await createHttpServer({ ...options, timeouts })
  onTestFinished(() => hasty.close())
  hasty.post('/api/upload', async () => ({}))
  await hasty.listen({ host: '127.0.0.1', port: 0 })
  return (hasty.server.address() as AddressInfo).port
}

function written(socket: Socket, sent: string): Promise<void> {
  return new Promise((done) => socket.write(sent, () => done()))
}

function multipartHead(length: number): string {
  return head('multipart/form-data; boundary=b', length)
}

function jsonHead(length: number): string {
  return head(JSON_TYPE, length)
}

function head(type: string, length: number): string {
  return `POST /api/upload HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer t\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
}
