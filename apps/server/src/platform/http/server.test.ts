import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { ErrorBody } from '@kirim/contract/refusals'
import type { AppInfo } from '@kirim/contract/system'
import { until } from '@kirim/testing/until'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createHostPolicy } from './allowed-hosts.ts'
import { createClientAddresses } from './client-address.ts'
import { createHttpServer } from './server.ts'
import { versionWith } from './web-app.ts'

const BUILT_PAGE = '<!doctype html><meta name="app-info" content="" /><title>Kirim</title>'
const PAGE =
  '<!doctype html><meta name="app-info" content="{&quot;network&quot;:&quot;live&quot;,&quot;mediaUrl&quot;:&quot;https://m.example/?a=1&amp;b=$&amp;&quot;,&quot;version&quot;:&quot;1&quot;}" /><title>Kirim</title>'
const SCRIPT = 'export const nothing = 0\n'

const appInfo: AppInfo = {
  network: 'live',
  mediaUrl: 'https://m.example/?a=1&b=$&',
  version: '1',
}

let app: FastifyInstance
const webRoot = mkdtempSync(join(tmpdir(), 'kirim-web-'))
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), BUILT_PAGE)
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(join(webRoot, 'assets/app-1.js'), SCRIPT)
  writeFileSync(join(webRoot, 'assets/app-1.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(webRoot, 'assets/app-1.js.gz'), gzipSync(SCRIPT))
  const log = createLog('silent')
  app = await createHttpServer({
    webRoot,
    appInfo,
    mediaUrl: null,
    addresses: createClientAddresses(0),
    hosts: createHostPolicy({
      host: '127.0.0.1',
      publicUrl: null,
      mediaUrl: null,
      allowedHosts: [{ name: 'x', port: null }],
    }),
    isHttps: false,
    version: '1',
    log,
  })
  app.post('/api/somewhere', async () => null)
  app.get('/part', async (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': 40 })
    reply.raw.write('a part')
  })
})
afterAll(async () => {
  await app.close()
  rmSync(webRoot, { recursive: true })
})

test.each(['/contacts', '/no-such-page'])('%s is the web app’s to show', async (url) => {
  const answer = await app.inject({ url, headers: { accept: 'text/html' } })
  expect([answer.statusCode, answer.body]).toEqual([200, PAGE])
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(answer.headers['cache-control']).toBe('no-cache')
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['identity', (body: Buffer) => body],
])('a file of the web app is sent as %s, and kept for ever', async (encoding, decoded) => {
  const answer = await app.inject({
    url: '/assets/app-1.js',
    headers: { 'accept-encoding': encoding },
  })
  expect(decoded(answer.rawPayload).toString()).toBe(SCRIPT)
  expect(answer.headers).toMatchObject({
    vary: 'accept-encoding',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  })
})

test.each([
  ['/%', 400],
  ['/api/%', 400],
  ['/uploads/%ff', 400],
  ['/socket.io/%', 400],
  ['/api/nowhere', 404],
  ['/metrics', 404],
  ['/assets/of-an-older-version.js', 404],
  ['/assets/app-1.js.br', 404],
])('%s is no page: a refusal with status %i', async (url, status) => {
  const answer = await app.inject({ url, headers: { accept: 'text/html' } })
  expect(answer.statusCode).toBe(status)
  expect(ErrorBody.safeParse(answer.json()).success).toBe(true)
})

describe('what is no HTTP, or too much of it, gets a refusal', () => {
  let port: number
  beforeAll(async () => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
  })

  const post = 'POST /api/nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  test.each([
    ['a header too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address too long', `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['no HTTP at all', 'HELLO\r\n\r\n', 400],
    ['a method nobody knows', 'FOO /api/nowhere HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'two hosts',
      'GET /api/nowhere HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['no host', 'GET /api/nowhere HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ['a chunk without its length', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['an expectation', `${post}Connection: close\r\nExpect: x\r\nContent-Length: 2\r\n\r\n{}`, 404],
  ])('%s', async (_what, sent, status) => {
    const { head, body } = await answerTo(sent)
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('content-type: application/json')
    expect(ErrorBody.safeParse(JSON.parse(body)).success).toBe(true)
  })

  test('nothing is written into an answer that is under way', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /part HTTP/1.1\r\nHost: x\r\n\r\n')
    await until('it is under way', () => socket.bytesRead > 0)
    socket.write('HELLO\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).toMatch(/a part$/)
  })

  test('a body that ends too early', async () => {
    const sent = `${post.replace('nowhere', 'somewhere')}Content-Length: 50\r\n\r\n{}`
    const { head, body } = await answerTo(sent, { end: true })
    expect(head).toMatch(/^HTTP\/1.1 400 /)
    expect(JSON.parse(body)).toMatchObject({ code: 'malformed_request' })
  })

  async function answerTo(sent: string, { end = false } = {}) {
    const socket = connect(port, '127.0.0.1')
    if (end) socket.end(sent)
    else socket.write(sent)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    return { head, body }
  }
})

describe('a name that is not this server’s', () => {
  test.each([
    ['/contacts', 'evil.example', 421],
    ['/api/nowhere', 'evil.example', 421],
    ['/uploads/x', '192.168.1.5', 421],
    ['/api/health', 'evil.example', 421],
    ['/api/health', '10.1.2.3:3000', 404],
    ['/api/health/live?probe=1', '10.1.2.3:3000', 404],
    ['/api/health/other', '10.1.2.3:3000', 421],
  ])('%s at %s answers %i', async (url, host, status) => {
    const answer = await app.inject({ url, headers: { host } })
    expect(answer.statusCode).toBe(status)
    if (status !== 421) return
    expect(answer.json()).toMatchObject({
      code: 'host_not_allowed',
      message: expect.stringContaining('Set PUBLIC_URL or ALLOWED_HOSTS'),
    })
  })
})

test('only behind HTTPS browsers are told to stay there', async () => {
  const { headers } = await app.inject({ url: '/contacts' })
  expect(headers).not.toHaveProperty('strict-transport-security')
  const hosts = createHostPolicy({
    host: '0.0.0.0',
    publicUrl: 'https://kirim.example.com',
    mediaUrl: null,
    allowedHosts: [],
  })
  const addresses = createClientAddresses(1)
  const log = createLog('silent')
  const options = { webRoot, appInfo, mediaUrl: null, addresses, hosts, version: '1', log }
  const secure = await createHttpServer({ ...options, isHttps: true })
  for (const url of ['/', '/api/nowhere']) {
    const answer = await secure.inject({ url, headers: { host: 'kirim.example.com' } })
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  }
  await secure.close()
})

test('answers of the API are kept by nobody', async () => {
  for (const url of ['/api/nowhere', '/api/openapi.json', '/api/%']) {
    const { headers } = await app.inject({ url })
    expect([url, headers['cache-control']]).toEqual([url, 'no-store'])
  }
})

describe('a request that would leave HTTP', () => {
  let port: number
  const taken: string[] = []
  beforeAll(async () => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
    app.server.on('upgrade', (request, socket) => {
      taken.push(request.url ?? '')
      socket.end()
    })
  })

  const ask = (path: string, upgrade: string, host = 'x') => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n` +
        `connection: close, Upgrade\r\nupgrade: ${upgrade}\r\n\r\n`,
    )
    return text(socket)
  }
  const statusOf = async (answer: Promise<string>) =>
    Number(/^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1])

  test.each([
    ['/x', 'foo', 200],
    ['/x', 'websocket', 200],
    ['/api/openapi.json', 'h2c', 200],
    ['/socket.io/?EIO=4', 'h2c', 404],
    ['/socket.iox', 'websocket', 200],
  ])('%s as %s is answered as any other', async (path, upgrade, expected) => {
    expect(await statusOf(ask(path, upgrade))).toBe(expected)
    expect(taken).toEqual([])
  })

  test('comes from a host that is allowed', async () => {
    expect(await statusOf(ask('/x', 'websocket', 'evil.example'))).toBe(421)
  })

  test('is the realtime server’s where it is a WebSocket of its own', async () => {
    expect(await ask('/socket.io/?EIO=4', 'WebSocket')).toBe('')
    expect(taken.splice(0)).toEqual(['/socket.io/?EIO=4'])
  })
})

test('a version is told with its web app: another build of it is another', () => {
  const other = mkdtempSync(join(tmpdir(), 'kirim-web-'))
  expect(versionWith(other, '1')).toBe('1')
  writeFileSync(join(other, 'index.html'), BUILT_PAGE)
  expect(versionWith(other, '1')).toBe(versionWith(webRoot, '1'))
  writeFileSync(join(other, 'index.html'), `${BUILT_PAGE}<script src="/assets/app-2.js"></script>`)
  const [mine, others] = [versionWith(webRoot, '1'), versionWith(other, '1')]
  expect(others).not.toBe(mine)
  expect(mine).toMatch(/^1\+[0-9a-f]{12}$/)
  rmSync(other, { recursive: true })
})
