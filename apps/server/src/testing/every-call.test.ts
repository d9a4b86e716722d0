import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Session } from '@kirim/contract/accounts'
import type { CallSpec } from '@kirim/contract/call'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { AiCampaign } from '@kirim/contract/chatbots'
import { ErrorBody } from '@kirim/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from './engines.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { campaignForm, chatbotForm, linkDevice, makeGroup } from './test-browser.ts'

const CONTRACT = fileURLToPath(new URL('../../../../packages/contract/src/', import.meta.url))

/** Every call there is, found in the contract itself, so that a new one is tried from its first day. */
async function everyCall(): Promise<[string, CallSpec][]> {
  const files = readdirSync(CONTRACT).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  )
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(`${CONTRACT}${file}`)),
  )
  const specs = modules.flatMap((module) => Object.values(module)).filter(isCall)
  return specs.map((spec) => [`${spec.method} ${spec.path}`, spec])
}

function isCall(value: unknown): value is CallSpec {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'access' in value
  )
}

const calls = await everyCall()
const guarded = calls.filter(([, { access }]) => access !== 'public')
const withParams = guarded.filter(([, { path }]) => path.includes(':'))
const withBody = calls.filter(([, { body }]) => body)

/** A body that would be accepted, were it one's own; whatever a call does not know is ignored. */
const PLAUSIBLE = {
  name: 'X',
  email: 'x@example.com',
  password: 'long enough',
  phoneNumber: '60123456789',
  groupName: 'X',
  campaignName: 'X',
  text: 'X',
  action: 'drop',
  membershipPlan: 'Pro',
  captionAi: 'X',
}
/** What only calls without a form take: a form may have other words for the same name. */
const PLAUSIBLE_IN_JSON = {
  online: true,
  subject: 'X',
  members: ['60123456789'],
  isEnabled: true,
  status: 'Enabled',
  timeZone: 'UTC',
  language: 'en',
  cooldownSeconds: 0,
  quietMinutes: 0,
  knowledge: '',
  method: 'GET',
  url: 'http://127.0.0.1:9/',
  headers: [],
  body: '',
  fields: [],
  fallbackText: '',
}

describe.each(engines)('every call on %s', (engine) => {
  let app: TestApp
  let owner: Session
  let other: Session
  /** What stands for each path parameter: things that are the owner's. */
  let owned: Record<string, string>

  beforeAll(async () => {
    app = await startTestApp(engine)
    await app.newUser('The admin, who must not own any of it')
    owner = await app.newUser('Owner')
    other = await app.newUser('Other')
    const { token } = owner
    const device = await linkDevice(app, owner)
    const groupId = await makeGroup(app, owner, 'Group', [
      { name: 'A', phoneNumber: '60123456701' },
    ])
    const [contact] = (await app.call('GET', '/contacts', { token })).body as { _id: string }[]
    const form = campaignForm({
      campaignName: 'C',
      caption: 'C',
      contactGroupId: groupId,
      statusEnabled: 'false',
    })
    const campaign = (await app.call('POST', `/campaigns/${device.id}`, { token, body: form }))
      .body as BulkCampaign
    const item = await app.call('POST', `/ai-chatbot/${device.id}/campaigns`, {
      token,
      body: chatbotForm({ status: 'disable' }),
    })
    owned = {
      itemId: (item.body as AiCampaign)._id,
      deviceId: device.id,
      numberId: device.id,
      campaignId: campaign.id,
      groupId,
      contactId: contact?._id ?? '',
      phoneNumber: device.number,
      contactNumber: '60123456701',
      messageId: 'none',
      id: '',
    }
  })
  afterAll(() => app.stop())

  const fill = (path: string, values: Record<string, string>) =>
    path.replace(/:(\w+)/g, (_, name: string) => values[name] || 'x')
  /** `:id` and `:campaignId` mean something else in each room. */
  const idsFor = (path: string): Record<string, string> => {
    const { deviceId = '', contactId = '', groupId = '', itemId = '' } = owned
    if (path.startsWith('/whatsapp')) return { ...owned, id: deviceId }
    if (path.startsWith('/contact-groups')) return { ...owned, id: groupId }
    if (path.startsWith('/contacts')) return { ...owned, id: contactId }
    if (path.startsWith('/ai-chatbot')) return { ...owned, id: deviceId, campaignId: itemId }
    return { ...owned, id: owner._id }
  }
  const bodyFor = (spec: CallSpec) => {
    if (!spec.body && !spec.file) return {}
    const fields = { ...PLAUSIBLE, contactGroupId: owned.groupId ?? '' }
    if (!spec.file) return { body: { ...fields, ...PLAUSIBLE_IN_JSON } }
    const form = spec.path.startsWith('/ai-chatbot') ? chatbotForm : campaignForm
    return { body: form(fields) }
  }

  test.each(guarded)('%s wants a token', async (_name, spec) => {
    const path = fill(spec.path, idsFor(spec.path))
    for (const token of [undefined, 'made-up', '']) {
      const answer = await app.call(spec.method, path, {
        ...(token !== undefined && { token }),
        ...bodyFor(spec),
      })
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    }
  })

  test.each(withParams)("%s answers 404 for somebody else's", async (_name, spec) => {
    const { token } = other
    const answer = await app.call(spec.method, fill(spec.path, idsFor(spec.path)), {
      token,
      ...bodyFor(spec),
    })
    expect([answer.status, answer.body]).toEqual([
      spec.access === 'admin' ? 403 : 404,
      expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
    ])
  })

  test.each(withParams)('%s answers 404 for what does not exist', async (_name, spec) => {
    for (const id of ['nothing', '%00', '%27%20or%201%3D1%20--', 'x'.repeat(90)]) {
      const values = Object.fromEntries(Object.keys(owned).map((name) => [name, id]))
      const answer = await app.call(spec.method, fill(spec.path, values), {
        token: owner.token,
        ...bodyFor(spec),
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(ErrorBody.safeParse(answer.body).success).toBe(true)
    }
  })

  test.each(withBody)('%s answers 4xx to nonsense', async (_name, spec) => {
    const path = fill(spec.path, idsFor(spec.path))
    const nonsense = [
      [],
      'text',
      42,
      null,
      { name: { $gt: '' } },
      Object.fromEntries(Object.keys(PLAUSIBLE).map((k) => [k, [1]])),
    ]
    for (const body of nonsense) {
      const answer = await app.call(spec.method, path, { token: owner.token, body })
      expect([body, answer.status >= 400 && answer.status < 500]).toEqual([body, true])
      expect(ErrorBody.safeParse(answer.body).success).toBe(true)
    }
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
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'multipart/form-data' },
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
    const { token } = owner
    const { deviceId, campaignId, groupId } = owned
    expect(
      (await app.call('GET', `/campaigns/${deviceId}/${campaignId}`, { token })).body,
    ).toMatchObject({
      campaignName: 'C',
      statusEnabled: false,
    })
    expect((await app.call('GET', '/contact-groups', { token })).body).toMatchObject([
      { _id: groupId, contactCount: 1 },
    ])
    expect((await app.call('GET', '/whatsapp/devices', { token })).body).toMatchObject([
      { connected: true },
    ])
    expect((await app.call('GET', '/ai-chatbot/devices-summary', { token })).body).toMatchObject([
      { statusEnabled: false, needsSetup: true, stats: { items: 1 } },
    ])
  })

  test('the OpenAPI document names every call', async () => {
    const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    for (const [, { method, path }] of calls) {
      const documented = document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]
      expect([path, Object.keys(documented ?? {})]).toEqual([
        path,
        expect.arrayContaining([method.toLowerCase()]),
      ])
    }
  })
})
