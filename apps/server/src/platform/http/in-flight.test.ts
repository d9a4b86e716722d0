import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '@kirim/contract/call'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ownerOf } from '../../testing/person.ts'
import type { Membership } from '../caller.ts'
import { createSecretBox } from '../crypto/secret-box.ts'
import { createLog } from '../log.ts'
import { createHostPolicy } from './allowed-hosts.ts'
import { createClientAddresses } from './client-address.ts'
import { createRequestsInFlight } from './in-flight.ts'
import { createRouter } from './routes.ts'
import { createHttpServer } from './server.ts'
import { listInPages } from './streamed.ts'

const shown = { needs: 'contacts:read', summary: 'Shows', status: 200 } as const
const read = call({ ...shown, method: 'GET', path: '/read', response: z.string() })
const fail = call({ ...shown, method: 'GET', path: '/fail', response: z.string() })
const list = call({ ...shown, method: 'GET', path: '/list', response: z.array(z.string()) })
const pages = call({
  ...shown,
  needs: 'contacts:export',
  method: 'GET',
  path: '/pages',
  response: z.array(z.string()),
})
const write = call({ ...shown, method: 'POST', path: '/write', response: z.string() })
const leave = call({ ...shown, method: 'POST', path: '/leave', status: 204 })

const ALL: Membership = {
  workspaceId: 'shop',
  role: 'manager',
  deviceIds: null,
  ownChatsOnly: false,
  hidesNumbers: false,
}

/** Null for somebody who does not belong to the workspace. */
let membership: Membership | null
let lookUps: number
/** Runs while a request is answered. */
let meanwhile: () => void
const inFlight = createRequestsInFlight()
let app: FastifyInstance
let url: string

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
  const route = createRouter(app, {
    authenticate: async (token) => {
      lookUps += 1
      return ownerOf('aina', { token, membership })
    },
    uploadFolder: tmpdir(),
    inFlight,
    positionOf: () => 'run.0',
    reserve: { admit: async () => {} },
    security: { record() {} },
    box: createSecretBox(randomBytes(32)),
  })
  const secret = async () => {
    meanwhile()
    return 'secret'
  }
  route(read, secret)
  route(write, secret)
  route(leave, async () => {
    meanwhile()
    return undefined
  })
  route(fail, async () => {
    throw new Error(await secret())
  })
  route(list, async () =>
    listInPages(
      (async function* () {
        yield [await secret()]
      })(),
    ),
  )
  route(pages, async () =>
    listInPages(
      (async function* () {
        for (let page = 0; page < 100; page += 1) {
          if (page === 50) meanwhile()
          yield [page < 50 ? 'public' : 'secret']
        }
      })(),
    ),
  )
  await app.listen({ host, port: 0 })
  url = `http://${host}:${(app.server.address() as AddressInfo).port}/api`
})
afterAll(() => app.close())
beforeEach(() => {
  membership = ALL
  lookUps = 0
  meanwhile = () => {}
})

async function ask(path: string, method = 'GET') {
  const headers = { authorization: 'Bearer aina', 'x-workspace': 'shop' }
  const response = await fetch(url + path, { method, headers })
  const text = await response.text()
  return { status: response.status, text }
}

/** Gives the person another membership, or none, in the middle of a request. */
function becomes(next: Membership | null, workspaceId = 'shop', personId: string | null = 'aina') {
  meanwhile = () => {
    membership = next
    inFlight.membershipChanged(workspaceId, personId)
  }
}

const paths = [
  ['GET', '/read'],
  ['GET', '/list'],
  ['GET', '/fail'],
  ['POST', '/write'],
] as const

test.each(paths)(
  '%s %s shows nothing to somebody who is removed meanwhile',
  async (method, path) => {
    becomes(null)
    const { status, text } = await ask(path, method)
    expect({ status, code: JSON.parse(text).code }).toEqual({
      status: 404,
      code: 'workspace_not_found',
    })
    expect(text).not.toContain('secret')
  },
)

test.each<[string, Partial<Membership>]>([
  ['some numbers only', { deviceIds: ['d1'] }],
  ['own chats only', { ownChatsOnly: true }],
  ['no phone numbers', { hidesNumbers: true }],
])('who sees %s from now on is refused what was made for more', async (_what, less) => {
  becomes({ ...ALL, ...less })
  expect((await ask('/read')).status).toBe(403)
  meanwhile = () => {}
  expect((await ask('/read')).status).toBe(200)
})

test.each<[string, Membership | null]>([
  ['is removed', null],
  ['sees less', { ...ALL, hidesNumbers: true }],
  ['may no longer export', { ...ALL, role: 'agent' }],
])('an export of somebody who %s in the middle of it is cut off', async (_what, next) => {
  becomes(next)
  await expect(ask('/pages')).rejects.toThrow()
})

test('an export goes on for somebody who may still make it', async () => {
  becomes({ ...ALL, role: 'owner' })
  expect((await ask('/pages')).text).toContain('secret')
})

test('who sees more, or has another role that may do this, has the answer', async () => {
  membership = { ...ALL, deviceIds: ['d1'] }
  becomes({ ...ALL, role: 'viewer' })
  expect(await ask('/read')).toEqual({ status: 200, text: 'secret' })
})

test('who leaves is told that it is done', async () => {
  becomes(null)
  expect((await ask('/leave', 'POST')).status).toBe(204)
})

test('a change of everybody in the workspace counts, too', async () => {
  becomes(null, 'shop', null)
  expect((await ask('/read')).status).toBe(404)
})

test('a change that may have been missed is looked up', async () => {
  meanwhile = () => {
    membership = null
    inFlight.missedChanges()
  }
  expect((await ask('/read')).status).toBe(404)
})

test('requests of others are looked up once', async () => {
  becomes(ALL, 'shop', 'bob')
  expect((await ask('/read')).status).toBe(200)
  becomes(ALL, 'another shop', null)
  expect((await ask('/read')).status).toBe(200)
  expect(lookUps).toBe(2)
})
