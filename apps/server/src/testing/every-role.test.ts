import type { CallSpec } from '@kirim/contract/call'
import { mayDo, ROLE_NAMES, type RoleName, type Sees } from '@kirim/contract/roles'
import { WORKSPACE_HEADER } from '@kirim/contract/workspaces'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { everyCall, fillPath } from './contract-calls.ts'
import { journeyEngines } from './engines.ts'
import { everythingOf, idsIn, seedTenant, type Tenant } from './tenant.ts'
import { type Answer, startTestApp, type TestApp } from './test-app.ts'

interface Access {
  readonly role: RoleName
  readonly sees?: Sees
  readonly hidesNumbers?: boolean
}

const SECRET = 'Rahsia besar'

const inWorkspaces = everyCall().filter(([, { needs }]) => needs !== undefined)
const reading = inWorkspaces.filter(([, { method }]) => method === 'GET')

describe.each(journeyEngines)('every call by every role on %s', (engine) => {
  let app: TestApp
  let db: Db
  let owner: Tenant
  let before: unknown

  beforeAll(async () => {
    app = await startTestApp(engine)
    db = app.openDatabase()
    await app.newUser('The admin')
    owner = await seedTenant(app, db, await app.newUser('Owner'))
    await writeInChatOfOthers()
    before = await everythingOf(app, owner)
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })

  /** What a contact writes in a chat that is assigned to somebody else. */
  async function writeInChatOfOthers(): Promise<void> {
    const { session, phoneNumber, contactNumber } = owner
    const chat = `/sandbox/phones/${phoneNumber}/chats/${contactNumber}`
    await app.call('POST', `${chat}/messages`, { token: session.token, body: { text: SECRET } })
    await until('the message is in its chat', async () => {
      const { numUpdatedRows } = await db
        .updateTable('chats')
        .set({ assigned_to: 'somebody else' })
        .where('preview', '=', SECRET)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
  }

  /** Somebody's token, with this access to the owner's workspace; none with null. */
  async function personWith(access: Access | null): Promise<string> {
    const { _id, token } = await app.newUser()
    if (access) {
      const { role, sees = 'all', hidesNumbers = false } = access
      await db
        .insertInto('memberships')
        .values({
          workspace_id: owner.workspaceId,
          person_id: _id,
          role,
          sees,
          device_ids: '[]',
          hides_numbers: hidesNumbers ? 1 : 0,
          created_at: 0,
          last_seen_at: null,
        })
        .execute()
    }
    return token
  }

  const callAs = (
    token: string,
    { method, path }: CallSpec,
    query = '?days=14&timeZone=UTC&q=nobody',
  ): Promise<Answer> =>
    app.call(method, fillPath(path, idsIn(path, owner)) + query, {
      token,
      headers: { [WORKSPACE_HEADER]: owner.workspaceId },
      ...(method !== 'GET' && { body: {} }),
    })

  /** The bodies of all calls that read, which are answered or refused, and name nothing of this. */
  async function expectNothingOf(secrets: Readonly<Record<string, string>>, access: Access) {
    const token = await personWith(access)
    const told: string[] = []
    for (const [name, spec] of reading) {
      const { status, body } = await callAs(token, spec)
      if (![200, 403, 404, 409].includes(status)) told.push(`${name} answers ${status}`)
      const text = JSON.stringify(body)
      for (const [what, secret] of Object.entries(secrets)) {
        if (text.includes(secret)) told.push(`${name} names ${what}`)
      }
    }
    expect(told).toEqual([])
  }

  test.each(ROLE_NAMES)('%s may do what the table of roles says, and no more', async (role) => {
    const token = await personWith({ role })
    const wrong: string[] = []
    for (const [name, spec] of inWorkspaces) {
      const may = spec.needs !== undefined && mayDo(role, spec.needs)
      // What they may do is tried where it changes nothing; a draft has no rest (409).
      if (may && spec.method !== 'GET') continue
      const { status } = await callAs(token, spec)
      const isRight = may ? [200, 409].includes(status) : status === 403
      if (!isRight) wrong.push(`${name} answers ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test('a workspace of others does not exist', async () => {
    const token = await personWith(null)
    const wrong: string[] = []
    for (const [name, spec] of inWorkspaces) {
      const { status, body } = await callAs(token, spec)
      const { code } = body as { code?: string }
      if (code !== 'workspace_not_found') wrong.push(`${name} answers ${status} ${code}`)
    }
    expect(wrong).toEqual([])
  })

  test('who sees none of the numbers is told nothing of them', async () => {
    const { deviceId, phoneNumber, campaignId, itemId, pauseId } = owner
    const secrets = { deviceId, phoneNumber, campaignId, itemId, pauseId }
    await expectNothingOf(secrets, { role: 'manager', sees: 'numbers' })
  })

  test('a number that is not seen does not exist', async () => {
    const token = await personWith({ role: 'manager', sees: 'numbers' })
    const wrong: string[] = []
    for (const [name, spec] of inWorkspaces.filter(([, one]) => one.number !== undefined)) {
      const { status, body } = await callAs(token, spec)
      const { code } = body as { code?: string }
      if (code !== 'device_not_found') wrong.push(`${name} answers ${status} ${code}`)
    }
    expect(wrong).toEqual([])
  })

  test('who sees no phone numbers is told none, in no list and no export', async () => {
    const numbers = { contact: owner.contactNumber, optOut: '60123456798', paused: '60123456799' }
    await expectNothingOf(numbers, { role: 'manager', hidesNumbers: true })
    await expectNothingOf(numbers, { role: 'viewer', hidesNumbers: true })
  })

  test('who sees own chats only reads nothing of those of others', async () => {
    await expectNothingOf({ text: SECRET }, { role: 'manager', sees: 'chats' })
  })

  test.each(['/contacts', '/opt-outs'])('%s is not searched by digits for them', async (path) => {
    const token = await personWith({ role: 'manager', hidesNumbers: true })
    const spec = reading.find(([, one]) => one.path === path)?.[1]
    if (!spec) throw new Error(`There is no call ${path}.`)
    for (const digits of [owner.contactNumber, owner.contactNumber.slice(4, 9), '56798']) {
      const { body } = await callAs(token, spec, `?q=${digits}`)
      const found = Array.isArray(body) ? body : (body as { items: unknown[] }).items
      expect([path, digits, found]).toEqual([path, digits, []])
    }
  })

  test('the workspace is untouched by all of it', async () => {
    await db.deleteFrom('memberships').where('created_at', '=', 0).execute()
    expect(await everythingOf(app, owner)).toEqual(before)
  })
})
