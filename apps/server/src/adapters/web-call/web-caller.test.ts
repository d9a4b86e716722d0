import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WebRequest } from '../../platform/web-call.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { isPublicAddress } from './public-address.ts'
import { createWebCaller } from './web-caller.ts'

interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Answerer = (response: ServerResponse, request: IncomingMessage) => void

let server: Server
let port: number
let requests: SeenRequest[]
let answers: Record<string, Answerer>

beforeEach(async () => {
  requests = []
  answers = {}
  server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const { method = '', url = '', headers } = request
    requests.push({ method, url, headers, body })
    const answer = answers[url.split('?')[0] ?? '']
    if (answer) answer(response, request)
    else response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Host names for addresses of this machine; `shop.test` and `other.test` count as public. */
const NAMES: Record<string, string[]> = {
  'shop.test': ['127.0.0.1'],
  'other.test': ['127.0.0.1'],
  'inside.test': ['127.0.0.2'],
  'mixed.test': ['127.0.0.2', '127.0.0.1'],
}
const resolve: Parameters<typeof createGuardedFetch>[1] = (hostname, _options, done) => {
  const addresses = NAMES[hostname]
  if (addresses) {
    return done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )
  }
  done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
}
const guarded = createGuardedFetch((address) => address === '127.0.0.1', resolve)
/** Nothing here takes as long. */
const PLENTY = { timeoutMs: 60_000 }
const caller = createWebCaller(guarded, PLENTY)
const request = (path: string, rest: Partial<WebRequest> = {}): WebRequest => ({
  method: 'GET',
  url: `http://shop.test:${port}${path}`,
  headers: [],
  body: null,
  ...rest,
})
const redirect =
  (status: number, location: string): Answerer =>
  (response) => {
    response.writeHead(status, { location })
    response.end()
  }
const fault = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error) => error.fault,
  )

describe('a call', () => {
  test('sends method, headers and body, and returns status and JSON', async () => {
    answers['/price'] = (response) => {
      response.writeHead(201)
      response.end('{"price": 4}')
    }
    const headers = [
      { name: 'X-Api-Key', value: 'Kädai 🌸' },
      { name: 'Host', value: 'elsewhere' },
      { name: 'Content-Length', value: '3' },
      { name: 'Transfer-Encoding', value: 'chunked' },
    ]
    const answer = await caller.call(
      request('/price?q=1', { method: 'POST', headers, body: '{"a":"ü"}' }),
    )
    expect(answer).toEqual({ status: 201, json: { price: 4 } })
    expect(requests).toEqual([
      expect.objectContaining({ method: 'POST', url: '/price?q=1', body: '{"a":"ü"}' }),
    ])
    const sent = requests[0]?.headers
    expect(sent).toMatchObject({ 'content-type': 'application/json', host: `shop.test:${port}` })
    expect(Buffer.from(String(sent?.['x-api-key']), 'latin1').toString()).toBe('Kädai 🌸')
  })

  test('sends the credentials of the address', async () => {
    const url = `http://siti:p%40ss@shop.test:${port}/`
    await caller.call(request('/', { url }))
    expect(requests[0]?.headers.authorization).toBe(`Basic ${btoa('siti:p@ss')}`)
  })

  test.each([
    ['<html>', undefined],
    ['', undefined],
    ['\ufeff[1]', [1]],
  ])('answers %j as %j', async (text, json) => {
    answers['/'] = (response) => response.end(text)
    expect(await caller.call(request('/'))).toEqual({ status: 200, json })
  })

  test('preserves how numbers are written', async () => {
    answers['/'] = (response) => response.end('{"id":12345678901234567890,"price":1.50}')
    const { json } = await caller.call(request('/'))
    expect(JSON.stringify(json)).toBe('{"id":12345678901234567890,"price":1.50}')
  })

  test('times out before and during the response', async () => {
    answers['/silent'] = () => {}
    answers['/slow'] = (response) => response.write('{')
    const hasty = createWebCaller(guarded, { timeoutMs: 100 })
    for (const path of ['/silent', '/slow']) {
      expect(await fault(hasty.call(request(path)))).toBe('timeout')
    }
  })

  test('accepts at most 256 KB after decompression', async () => {
    const largest = JSON.stringify('x'.repeat(256 * 1024 - 2))
    // Made beforehand: it takes its time, in which nothing else goes on here.
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    answers['/fits'] = (response) => response.end(largest)
    answers['/long'] = (response) => response.end(`${largest} `)
    answers['/bomb'] = (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(bomb)
    }
    expect(await caller.call(request('/fits'))).toMatchObject({ status: 200 })
    expect(await fault(caller.call(request('/long')))).toBe('too_large')
    expect(await fault(caller.call(request('/bomb')))).toBe('too_large')
  })

  test.each([
    ['http://nobody.test/', 'no_such_host'],
    ['http://127.0.0.1:1/', 'unreachable'],
    ['ftp://shop.test/', 'invalid'],
    ['nonsense', 'invalid'],
    ['http://siti:p%zz@shop.test/', 'invalid'],
    ['http://100%@shop.test/', 'invalid'],
  ])('to %s fails: %s', async (url, expected) => {
    expect(await fault(caller.call(request('/', { url })))).toBe(expected)
  })

  test('fails when the response breaks off', async () => {
    answers['/'] = (response) => {
      response.write('{')
      response.socket?.destroy()
    }
    expect(await fault(caller.call(request('/')))).toBe('unreachable')
  })
})

describe('a closed network', () => {
  const PUBLIC_ONLY = createWebCaller(createGuardedFetch(isPublicAddress), PLENTY)

  test.each([
    'http://127.0.0.1:PORT/',
    'http://0x7f.1:PORT/',
    'http://2130706433:PORT/',
    'http://017700000001:PORT/',
    'http://127.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
  ])('is not reached by %s', async (address) => {
    const url = address.replace('PORT', String(port))
    expect(await fault(PUBLIC_ONLY.call(request('/', { url })))).toBe('address_refused')
    expect(requests).toEqual([])
  })

  test('is not reached by a name, or by a redirect to a name or address', async () => {
    answers['/to-name'] = redirect(302, `http://inside.test:${port}/secret`)
    answers['/to-address'] = redirect(302, `http://127.0.0.2:${port}/secret`)
    const named = request('/', { url: `http://inside.test:${port}/secret` })
    // As if nobody had the name: nobody finds out which names the network knows.
    for (const one of [named, request('/to-name')]) {
      expect(await fault(caller.call(one))).toBe('no_such_host')
    }
    const local = request('/', { url: `http://localhost:${port}/` })
    expect(await fault(PUBLIC_ONLY.call(local))).toBe('no_such_host')
    expect(await fault(caller.call(request('/to-address')))).toBe('address_refused')
    expect(requests.map(({ url }) => url)).toEqual(['/to-name', '/to-address'])
  })

  test('is not reached by a name that resolves to another address the second time', async () => {
    const turns = ['127.0.0.1', '127.0.0.2']
    const rebinding = createWebCaller(
      createGuardedFetch(
        (address) => address === '127.0.0.1',
        (_hostname, _options, done) =>
          done(null, [{ address: turns.shift() ?? '127.0.0.2', family: 4 }]),
      ),
      PLENTY,
    )
    answers['/'] = (response) => {
      response.writeHead(200, { connection: 'close' })
      response.end('{}')
    }
    expect(await rebinding.call(request('/'))).toMatchObject({ status: 200 })
    expect(await fault(rebinding.call(request('/')))).toBe('no_such_host')
    expect(requests).toHaveLength(1)
  })

  test('tries only the allowed addresses of a name', async () => {
    const url = `http://mixed.test:${port}/`
    expect(await caller.call(request('/', { url }))).toMatchObject({ status: 200 })
  })
})

describe('a redirect', () => {
  const key = { name: 'X-Api-Key', value: 'secret' }

  test('is followed three times, not four', async () => {
    for (const n of [1, 2, 3, 4]) answers[`/${n}`] = redirect(302, `/${n - 1}`)
    expect(await caller.call(request('/3'))).toMatchObject({ status: 200 })
    expect(await fault(caller.call(request('/4')))).toBe('too_many_redirects')
  })

  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', '{"a":1}'],
    [307, 'POST', 'POST', '{"a":1}'],
    [308, 'DELETE', 'DELETE', '{"a":1}'],
  ] as const)('%d turns %s into %s', async (status, method, becomes, body) => {
    answers['/'] = redirect(status, '/next')
    await caller.call(request('/', { method, headers: [key], body: '{"a":1}' }))
    expect(requests[1]).toMatchObject({ method: becomes, url: '/next', body })
    expect(requests[1]?.headers['x-api-key']).toBe('secret')
  })

  test('sends neither headers nor body to another origin', async () => {
    answers['/'] = redirect(302, `http://other.test:${port}/next`)
    const url = `http://siti:pass@shop.test:${port}/`
    await caller.call(request('/', { url, method: 'POST', headers: [key], body: '{"token":"t"}' }))
    expect(requests[1]).toMatchObject({ method: 'GET', url: '/next', body: '' })
    expect(JSON.stringify(requests[1]?.headers)).not.toMatch(/secret|authorization|token/)
  })

  test.each([
    ['a body to another origin', `http://other.test:PORT/next`, 'redirect_refused'],
    ['out of the web', 'file:///etc/passwd', 'redirect_not_web'],
    ['to nowhere', 'http://', 'invalid'],
  ])('%s is refused', async (_what, location, expected) => {
    answers['/'] = redirect(307, location.replace('PORT', String(port)))
    const post = request('/', { method: 'POST', body: '{"token":"t"}' })
    expect(await fault(caller.call(post))).toBe(expected)
    expect(requests).toHaveLength(1)
  })
})
