import type { Session } from '@kirim/contract/accounts'
import type { CallSpec } from '@kirim/contract/call'
import { ErrorBody } from '@kirim/contract/refusals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { everyCall, fillPath, PLAUSIBLE, plausibleInJson } from './contract-calls.ts'
import { journeyEngines, migratedStore } from './engines.ts'
import { everythingOf, idsIn, seedTenant, type Tenant } from './tenant.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { campaignForm, chatbotForm } from './test-browser.ts'

const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

const calls = everyCall()
const guarded = calls.filter(([, { access }]) => access !== 'public')

describe.each(journeyEngines)('every call on %s', (engine) => {
  let app: TestApp
  let store: Awaited<ReturnType<typeof migratedStore>>
  let db: Db
  let admin: Session
  let owner: Tenant
  let other: Tenant
  let before: unknown

  beforeAll(async () => {
    store = await migratedStore(engine)
    const { dataDir, databaseUrl } = store
    app = await startTestApp(engine, { config: { dataDir, databaseUrl } })
    db = openDatabase(
      databaseUrl ? { url: databaseUrl } : { file: `${dataDir}/kirim.db` },
      createLog('silent'),
    )
    admin = await app.newUser('The admin, who must not own any of it')
    owner = await seedTenant(app, db, await app.newUser('Owner'))
    other = await seedTenant(app, db, await app.newUser('Other'))
    before = await everythingOf(app, owner)
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
    store.remove()
  })

  const idsFor = (path: string, of: Tenant = owner) => idsIn(path, of)
  /** A contact's number has no owner: anybody on the network can be written to. */
  const owned = (path: string) => namesIn(path).filter((name) => name !== 'contactNumber')
  const bodyFor = (spec: CallSpec, { groupId }: Tenant = owner) => {
    if (!spec.body && !spec.file) return {}
    const fields = { ...PLAUSIBLE, contactGroupId: groupId }
    if (!spec.file) return { body: { ...fields, ...plausibleInJson(spec) } }
    if (spec.path.startsWith('/chats/')) return { body: { text: 'X', clientId: 'browser-1' } }
    const form = spec.path.startsWith('/ai-chatbot') ? chatbotForm : campaignForm
    return { body: form(fields) }
  }

  async function expectTokenWanted(spec: CallSpec): Promise<void> {
    const path = fillPath(spec.path, idsFor(spec.path))
    for (const token of [undefined, 'made-up', '']) {
      const answer = await app.call(spec.method, path, {
        ...(token !== undefined && { token }),
        ...bodyFor(spec),
      })
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    }
  }

  test('each id in a path is known to be of its own kind', () => {
    for (const [, { path }] of guarded) {
      const ids = idsFor(path)
      expect([path, namesIn(path).filter((name) => !ids[name])]).toEqual([path, []])
    }
  })

  async function expectNothingOfOthers(spec: CallSpec): Promise<void> {
    const { token } = other.session
    const theirs = idsFor(spec.path, owner)
    const mine = idsFor(spec.path, other)
    // All ids of another account, and each of them combined with one's own.
    const mixed = owned(spec.path).map((name) => ({ ...mine, [name]: theirs[name] ?? '' }))
    for (const ids of [theirs, ...mixed]) {
      const path = fillPath(spec.path, ids)
      const answer = await app.call(spec.method, path, { token, ...bodyFor(spec, other) })
      expect([path, answer.status, answer.body]).toEqual([
        path,
        spec.access === 'admin' ? 403 : 404,
        expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
      ])
    }
  }

  test('somebody else’s cannot be named in a body either', async () => {
    const { token } = other.session
    const { deviceId, campaignId, itemId } = other
    const byIds = (id: string) => ({ by: 'ids', ids: [id] })
    const tries: [string, string, FormData | object, number?][] = [
      ['POST', `/campaigns/${deviceId}`, campaignForm({ contactGroupId: owner.groupId })],
      [
        'PUT',
        `/campaigns/${deviceId}/${campaignId}`,
        campaignForm({ contactGroupId: owner.groupId }),
      ],
      [
        'POST',
        `/campaigns/${deviceId}`,
        campaignForm({ contactGroupId: other.groupId, mediaAttachments: [owner.mediaId] }),
      ],
      ['POST', '/contacts', { name: 'X', phoneNumber: '60123456788', groupId: owner.groupId }],
      ...[
        { who: byIds(owner.contactId), change: { does: 'tag', name: 'X' } },
        { who: byIds(owner.contactId), change: { does: 'delete' } },
        { who: byIds(owner.contactId), change: { does: 'optOut' } },
        { who: byIds(owner.contactId), change: { does: 'optIn', reason: 'X' } },
        { who: byIds(other.contactId), change: { does: 'untag', tagId: owner.tagId } },
        { who: byIds(other.contactId), change: { does: 'join', groupId: owner.groupId } },
        { who: byIds(other.contactId), change: { does: 'leave', groupId: owner.groupId } },
        {
          who: { by: 'list', list: { groupId: owner.groupId } },
          change: { does: 'tag', name: 'X' },
        },
      ].map((body): [string, string, object] => ['POST', '/contacts/changes', body]),
      ...[
        { about: 'tag', is: 'has', tagId: owner.tagId },
        { about: 'group', is: 'in', groupIds: [other.groupId, owner.groupId] },
        { about: 'campaign', is: 'reached', campaignId: owner.campaignId },
      ].flatMap((condition): [string, string, object][] => {
        const body = { groupName: 'X', filter: { match: 'all', conditions: [condition] } }
        return [
          ['POST', '/contact-segments', body],
          ['PUT', `/contact-segments/${other.segmentId}`, body],
        ]
      }),
      [
        'PUT',
        `/ai-chatbot/${deviceId}/campaigns/${itemId}`,
        chatbotForm({ nextBotAction: owner.itemId }),
        409,
      ],
    ]
    for (const [method, path, body, status = 404] of tries) {
      if (body instanceof FormData) body.set('campaignName', 'X')
      const answer = await app.call(method, path, { token, body })
      expect([method, path, answer.status]).toEqual([method, path, status])
    }
  })

  /** The statuses when every parameter of a path is one of these. */
  async function statusesFor(spec: CallSpec, ids: readonly string[]) {
    const { token } = spec.access === 'admin' ? admin : owner.session
    const statuses = []
    for (const id of ids) {
      const values = Object.fromEntries(namesIn(spec.path).map((name) => [name, id]))
      const path = fillPath(spec.path, values)
      const answer = await app.call(spec.method, path, { token, ...bodyFor(spec) })
      expect(ErrorBody.safeParse(answer.body).success).toBe(true)
      statuses.push([id, answer.status])
    }
    return statuses
  }
  const quoted = '%27%20or%201%3D1%20--'
  const long = 'x'.repeat(90)

  async function expectUnknownIdsNotFound(spec: CallSpec): Promise<void> {
    const isPhone = namesIn(spec.path).includes('phoneNumber')
    const unknown = isPhone ? ['60199999999'] : ['nothing', quoted, long]
    expect(await statusesFor(spec, unknown)).toEqual(unknown.map((id) => [id, 404]))
  }

  async function expectBrokenIdsRefused(spec: CallSpec): Promise<void> {
    const isPhone = namesIn(spec.path).includes('phoneNumber')
    const broken = ['%00', ...(isPhone ? ['nothing', quoted, long] : [])]
    expect(await statusesFor(spec, broken)).toEqual(broken.map((id) => [id, 400]))
  }

  async function expectNonsenseRefused(spec: CallSpec): Promise<void> {
    const path = fillPath(spec.path, idsFor(spec.path))
    const nonsense = [
      [],
      'text',
      42,
      null,
      { name: { $gt: '' } },
      Object.fromEntries(Object.keys(PLAUSIBLE).map((k) => [k, [1]])),
    ]
    for (const body of nonsense) {
      const answer = await app.call(spec.method, path, { token: owner.session.token, body })
      expect([path, body, answer.status >= 400 && answer.status < 500]).toEqual([path, body, true])
      expect(ErrorBody.safeParse(answer.body).success).toBe(true)
    }
  }

  test.each(guarded)('%s refuses whoever may not, and ids that are none', async (_name, spec) => {
    await expectTokenWanted(spec)
    if (!spec.path.includes(':')) return
    await expectNothingOfOthers(spec)
    await expectUnknownIdsNotFound(spec)
    await expectBrokenIdsRefused(spec)
  })

  test('nonsense is refused by every call', async () => {
    for (const [, spec] of calls) if (spec.body) await expectNonsenseRefused(spec)
  })

  test('a body that is no JSON, an unknown address, a wrong method', async () => {
    const post = (path: string, init: RequestInit) =>
      fetch(`${app.url}${path}`, { method: 'POST', ...init })
    const json = { 'content-type': 'application/json' }
    const answers = await Promise.all([
      post('/api/users/login', { headers: json, body: '{"email":' }),
      post('/api/users/login', { headers: json, body: 'x'.repeat(2_000_000) }),
      post('/api/users/login', { headers: { 'content-type': 'text/csv' }, body: 'a,b' }),
      post('/api/media', {
        headers: {
          authorization: `Bearer ${owner.session.token}`,
          'content-type': 'multipart/form-data',
        },
        body: 'x',
      }),
      fetch(`${app.url}/api/nowhere`),
      fetch(`${app.url}/api/users/login`, { method: 'DELETE' }),
      fetch(`${app.url}/uploads/..%2f..%2fkirim.db`),
      fetch(`${app.url}/api/%ff`),
    ])
    for (const answer of answers) {
      expect([answer.url, answer.status >= 400 && answer.status < 500]).toEqual([answer.url, true])
      expect(ErrorBody.safeParse(await answer.json()).success).toBe(true)
    }
  })

  test('what the owner has is untouched by all of it', async () => {
    expect(await everythingOf(app, owner)).toEqual(before)
  })

  test('the OpenAPI document names every call, and what it needs', async () => {
    const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { 'x-needs'?: string }>>
    }
    for (const [, { method, path, needs }] of calls) {
      const documented = document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]
      const call = documented?.[method.toLowerCase()]
      expect([path, call !== undefined, call?.['x-needs']]).toEqual([path, true, needs])
    }
  })
})
