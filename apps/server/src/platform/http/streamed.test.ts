import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '@kirim/contract/call'
import { until } from '@kirim/testing/until'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ownerOf } from '../../testing/person.ts'
import { createSecretBox } from '../crypto/secret-box.ts'
import { createLog } from '../log.ts'
import { createHostPolicy } from './allowed-hosts.ts'
import { createClientAddresses } from './client-address.ts'
import { createRouter } from './routes.ts'
import { createHttpServer } from './server.ts'
import { listInPages } from './streamed.ts'

const list = call({
  method: 'GET',
  path: '/list/:pages',
  access: 'user',
  summary: 'Pages of texts',
  params: z.object({ pages: z.coerce.number() }),
  status: 200,
  response: z.array(z.string()),
})
const PAGE = Array.from({ length: 500 }, () => 'x'.repeat(100))
/** More than the system buffers for a connection that nobody reads. */
const ENDLESS = 1_000_000

const signedOut = new Set<string>()
let made = 0
let ended = 0
let app: FastifyInstance
let port: number

async function* pages(n: number) {
  try {
    for (let page = 0; page < n; page += 1) {
      made += 1
      yield PAGE
    }
  } finally {
    ended += 1
  }
}

beforeAll(async () => {
  const host = '127.0.0.1'
  app = await createHttpServer({
    webRoot: join(tmpdir(), 'kirim-none'),
    appInfo: { network: 'sandbox', mediaUrl: '', version: '1' },
    mediaUrl: null,
    addresses: createClientAddresses(0),
    hosts: createHostPolicy({ host, publicUrl: null, mediaUrl: null, allowedHosts: [] }),
    isHttps: false,
    version: '1',
    log: createLog('silent'),
  })
  const authenticate = async (token: string) => (signedOut.has(token) ? null : ownerOf(token))
  const route = createRouter(app, {
    authenticate,
    uploadFolder: tmpdir(),
    positionOf: () => 'run.0',
    reserve: { admit: async () => {} },
    security: { record() {} },
    box: createSecretBox(randomBytes(32)),
  })
  route(list, async ({ params }) => listInPages(pages(params.pages)))
  await app.listen({ host, port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const get = (n: number, who = 'somebody', method = 'GET') =>
  fetch(`http://127.0.0.1:${port}/api/list/${n}`, {
    method,
    headers: { authorization: `Bearer ${who}` },
  })

/** Requests a list and reads nothing of it. */
async function unread(n: number, who: string) {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `GET /api/list/${n} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${who}\r\n\r\n`,
  )
  return socket
}

async function standsStill(): Promise<void> {
  let before = -1
  await until('nothing more is made', async () => {
    const same = made === before
    before = made
    return same
  })
}

test.each([0, 1, 2, 3, 20])('a list of %d pages is whole', async (n) => {
  const response = await get(n)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toEqual(Array.from({ length: n }, () => PAGE).flat())
})

test('the head of an endless list makes no more than its beginning', async () => {
  made = 0
  expect((await get(ENDLESS, 'head', 'HEAD')).status).toBe(200)
  await standsStill()
  expect(made).toBeLessThan(5)
})

test('a list of somebody who is signed out meanwhile is cut off', async () => {
  ended = 0
  const { body } = await get(ENDLESS, 'leaving')
  const reader = body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  signedOut.add('leaving')
  const toItsEnd = async () => {
    while (!(await reader?.read())?.done);
  }
  await expect(toItsEnd()).rejects.toThrow()
  expect(ended).toBe(1)
})

test('makes nothing that nobody reads, and four lists at once for a member', async () => {
  made = 0
  ended = 0
  const four = await Promise.all(Array.from({ length: 4 }, () => unread(ENDLESS, 'greedy')))
  await until('they are under way', () => made >= 12)
  await standsStill()
  expect(made).toBeLessThan(4000)
  const fifth = await get(2, 'greedy')
  expect([fifth.status, await fifth.json()]).toMatchObject([429, { code: 'too_many_lists' }])
  expect((await get(1, 'greedy')).status).toBe(200)
  expect(await (await get(2, 'other')).json()).toHaveLength(1000)
  ended = 0
  for (const socket of four) socket.destroy()
  await until('they are closed', () => ended === 4)
  expect(await (await get(2, 'greedy')).json()).toHaveLength(1000)
})
