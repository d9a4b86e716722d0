import type { Session } from '@kirim/contract/accounts'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { createWork } from '../../../platform/nodes/work.ts'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { engines } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { campaignForm, linkDevice, makeGroup, pngFile } from '../../../testing/test-browser.ts'
import { unbounded } from '../../../testing/unbounded.ts'
import { freezeWithLock } from '../audience/freeze-people.ts'
import { createOnce } from './create-once.ts'
import { type SaveDeps, saveWithPeople } from './save-with-people.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const people = [
  { name: 'Aisyah', phoneNumber: '60123456701' },
  { name: 'Bala', phoneNumber: '60123456702' },
]

describe.each(engines)('a campaign that is created with a key, on %s', (engine) => {
  let app: TestApp
  let db: Db
  let session: Session
  let device: Device
  let groupId: string
  let key: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    db = app.openDatabase()
    session = await app.newUser('Siti')
    device = await linkDevice(app, session)
    groupId = await makeGroup(app, session, 'Pelanggan', people)
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })
  beforeEach(() => {
    key = newId()
  })

  type Fields = Parameters<typeof campaignForm>[0]
  /** Switched off, so nothing is sent. */
  const formOf = (fields: Fields = {}) =>
    campaignForm({
      campaignName: key,
      caption: 'Hi',
      contactGroupId: groupId,
      statusEnabled: 'false',
      ...fields,
    })
  const create = async (fields: Fields = {}, idempotencyKey = key) => {
    const answer = await app.call('POST', `/campaigns/${device.id}`, {
      token: session.token,
      headers: { 'idempotency-key': idempotencyKey },
      body: formOf(fields),
    })
    return { status: answer.status, body: answer.body as BulkCampaign & { code?: string } }
  }
  const remove = (id: string) =>
    app.call('DELETE', `/campaigns/${device.id}/${id}`, { token: session.token })
  const idsNamed = async (name = key) => {
    const named = db.selectFrom('campaigns').select('id').where('name', '=', name)
    const rows = await named.orderBy('id').execute()
    return rows.map(({ id }) => id)
  }

  test('exists once, with the same answer', async () => {
    const file = () => ({ mediaFile: pngFile(`${key}.png`) })
    const first = await create(file())
    expect([first.status, first.body.progress.total]).toEqual([201, people.length])
    expect(await create(file())).toEqual(first)
    expect(await idsNamed()).toEqual([first.body.id])
    const { body } = await app.call('GET', '/media', { token: session.token })
    const names = (body as { originalName: string }[]).map(({ originalName }) => originalName)
    expect(names.filter((name) => name === `${key}.png`)).toHaveLength(1)
    const files = await db
      .selectFrom('media')
      .select('id')
      .where('original_name', '=', `${key}.png`)
      .execute()
    expect(files).toHaveLength(1)
  })

  test('gets its file into the library after a kill', async () => {
    const name = `${key}.png`
    const file = () => ({ mediaFile: pngFile(name) })
    await create(file())
    await db.updateTable('media').set({ in_library: 0 }).where('original_name', '=', name).execute()
    await create(file())
    const { body } = await app.call('GET', '/media', { token: session.token })
    expect(body).toContainEqual(expect.objectContaining({ originalName: name }))
  })

  test('exists once after concurrent requests', async () => {
    const answers = await Promise.all([create(), create(), create(), create()])
    const [id] = await idsNamed()
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(Array(4).fill([201, id]))
    expect(await idsNamed()).toHaveLength(1)
    const rows = await db
      .selectFrom('recipients')
      .select('id')
      .where('campaign_id', '=', id ?? '')
    expect(await rows.execute()).toHaveLength(people.length)
  })

  test.each<[string, Fields]>([
    ['another caption', { caption: 'Hello' }],
    ['a file beside it', { mediaFile: pngFile('a.png') }],
    ['another time', { scheduledAt: '2030-01-02T03:04:05.000Z' }],
  ])("is refused with %s and the campaign's id", async (_what, fields) => {
    const { body } = await create()
    expect(await create(fields)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused', params: { campaignId: body.id } },
    })
    expect(await idsNamed()).toEqual([body.id])
  })

  test('distinguishes files with the same name', async () => {
    const { body } = await create({ mediaFile: pngFile('a.png') })
    const other = new File([pngFile('a.png'), 'more'], 'a.png', { type: 'image/png' })
    expect(await create({ mediaFile: other })).toMatchObject({ status: 422 })
    expect(await idsNamed()).toEqual([body.id])
  })

  test('is created each time without a key', async () => {
    const path = `/campaigns/${device.id}`
    for (let n = 0; n < 2; n++) {
      await app.call('POST', path, { token: session.token, body: formOf() })
    }
    expect(await idsNamed()).toHaveLength(2)
  })

  test('ignores the same key of another user', async () => {
    const { body } = await create()
    const other = await app.newUser('Ali')
    const theirs = await linkDevice(app, other)
    const contactGroupId = await makeGroup(app, other, 'Lain', people)
    const answer = await app.call('POST', `/campaigns/${theirs.id}`, {
      token: other.token,
      headers: { 'idempotency-key': key },
      body: formOf({ contactGroupId }),
    })
    expect(answer.status).toBe(201)
    expect(await idsNamed()).toEqual([body.id, (answer.body as BulkCampaign).id])
  })

  test('does not use up its key when refused', async () => {
    expect(await create({ contactGroupId: 'gone' })).toMatchObject({ status: 404 })
    expect(await create()).toMatchObject({ status: 201 })
  })

  test('is not created again within a day of its deletion', async () => {
    const { body } = await create()
    await remove(body.id)
    const deleted = { status: 410, body: { code: 'campaign_deleted_since' } }
    expect(await create()).toMatchObject(deleted)
    expect(await create({ caption: 'Hello' })).toMatchObject(deleted)
    await db
      .updateTable('campaign_keys')
      .set((eb) => ({ created_at: eb('created_at', '-', DAY_MS) }))
      .execute()
    // Older ones, and more than are removed at once: its own is still there, and replaced.
    const older = Array.from({ length: 150 }, (_, n) => ({
      user_id: session._id,
      key_hash: `older ${n}`,
      fingerprint: '',
      campaign_id: '',
      created_at: n,
    }))
    await db.insertInto('campaign_keys').values(older).execute()
    const kept = db.selectFrom('campaign_keys').select('key_hash')
    const before = (await kept.execute()).length
    const again = await create()
    expect(again).toMatchObject({ status: 201 })
    expect(again.body.id).not.toBe(body.id)
    expect(await create()).toEqual(again)
    expect(await kept.execute()).toHaveLength(before - 100)
  })

  test.each(['', 'x'.repeat(256), 'kunci\u00e9', 'a\tb'])('refuses the key %j', async (bad) => {
    const { status, body } = await create({}, bad)
    const issue = { path: ['idempotency-key'], code: 'idempotency_key_invalid', params: {} }
    expect([status, body]).toEqual([
      400,
      {
        code: 'validation_failed',
        message: 'An Idempotency-Key must have 1 to 255 printable ASCII characters.',
        params: expect.anything(),
        issues: [issue],
      },
    ])
    expect(await idsNamed()).toEqual([])
  })

  test.each(['x'.repeat(255), `"${'~ '.repeat(9)}"`])('takes the key %j', async (good) => {
    const { status, body } = await create({}, good)
    expect([status, (await create({}, good)).body.id]).toEqual([201, body.id])
  })

  describe('whose save is interrupted', () => {
    const work = createWork(null)
    const deps = (inTurn: SaveDeps['work']['inTurn']): SaveDeps => ({
      db,
      ...ledgerRooms(db),
      work: { ...work, inTurn },
      media: {
        find: async () => [],
        keepInLibrary: async () => {},
        keepUpload: () => Promise.reject(new Error('No file here.')),
        releaseUnused: async () => {},
      },
      quotas: {
        campaigns: { admit: async () => {} },
        peopleWaiting: unbounded,
        recipients: unbounded,
      },
      clock: systemClock,
      isBeingRemoved: () => false,
    })
    const save = (given: SaveDeps) => {
      const campaign = {
        workspaceId: session._id,
        deviceId: device.id,
        createdBy: session._id,
        key: { hash: `hash of ${key}`, fingerprint: 'one' },
      }
      const settings = { ...CAMPAIGN_SETTINGS, name: key, enabled: false, groupId }
      return createOnce(given, campaign, () =>
        saveWithPeople(given, campaign, settings, [], { from: { groupId } }),
      )
    }
    const queuedOf = async (id: string) =>
      (await db.selectFrom('campaigns').select('queued').where('id', '=', id).execute())[0]?.queued
    const whole = () => deps(work.inTurn)

    test('by a kill has its people after the next request', async () => {
      const committed = Promise.withResolvers<string>()
      const killed = deps((_kind, id) => {
        committed.resolve(id)
        return new Promise(() => {})
      })
      void save(killed)
      const id = await committed.promise
      expect([await queuedOf(id), await save(whole())]).toEqual([0, id])
      expect(await queuedOf(id)).toBe(people.length)
    })

    test('by an error is rolled back with its key', async () => {
      const failed: string[] = []
      const failing = deps((kind, id, run) => {
        if (failed.includes(id)) return work.inTurn(kind, id, run)
        failed.push(id)
        return Promise.reject(new Error('The disk is full.'))
      })
      await expect(save(failing)).rejects.toThrow('The disk is full.')
      expect(await idsNamed()).toEqual([])
      expect(await queuedOf(await save(whole()))).toBe(people.length)
    })

    test('stays when another request has completed it meanwhile', async () => {
      const failing = deps(async (_kind, id) => {
        await freezeWithLock(whole(), id)
        throw new Error('The connection was lost.')
      })
      const id = await save(failing)
      expect([await idsNamed(), await queuedOf(id)]).toEqual([[id], people.length])
    })

    test('is created by the waiting request', async () => {
      let waiting: Promise<string> | null = null
      const gone: string[] = []
      const failing = deps(async (kind, id, run) => {
        if (waiting) return work.inTurn(kind, id, run)
        // In its turn, the other finds it taken back.
        waiting = save(
          deps(async (otherKind, otherId, freeze) => {
            if (otherId === id) await taken.promise
            return work.inTurn(otherKind, otherId, freeze)
          }),
        )
        gone.push(id)
        throw new Error('The disk is full.')
      })
      const taken = Promise.withResolvers<void>()
      await expect(save(failing)).rejects.toThrow('The disk is full.')
      taken.resolve()
      const id = await waiting
      expect(gone).not.toContain(id)
      expect(await idsNamed()).toEqual([id])
      expect(await queuedOf(id ?? '')).toBe(people.length)
    })
  })
})
