import type { Session } from '@kirim/contract/accounts'
import type { Cluster, ClusterNode } from '@kirim/contract/cluster'
import { getCluster } from '@kirim/contract/cluster'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { takeLock } from '../../platform/database/take-lock.ts'
import { journeyEngines, migratedStore, openStore } from '../../testing/engines.ts'
import { untilOneWaits } from '../../testing/lock-waits.ts'
import { seedDevice } from '../../testing/seed-user.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const ROOT = '/admin/cluster'

/** Without timers the server does not evict the invented nodes. */
const clock = { now: Date.now, after: () => () => {} }

describe.each(journeyEngines)('the nodes as admins see them, on %s', (engine) => {
  let store: Awaited<ReturnType<typeof migratedStore>>
  let db: Db
  let app: TestApp
  let admin: Session
  let own: ClusterNode

  beforeAll(async () => {
    store = await migratedStore(engine)
    const { dataDir, databaseUrl } = store
    const config = { dataDir, databaseUrl, nodeName: 'kirim-a' }
    app = await startTestApp(engine, { clock, config })
    db = openStore(store)
    admin = await app.newUser('Farah')
  })
  beforeEach(async () => {
    await db.deleteFrom('devices').execute()
    await db.deleteFrom('nodes').where('name', '!=', 'kirim-a').execute()
    // The row is as after a heartbeat.
    await db.updateTable('nodes').set({ draining: 0, beat_at: at() }).execute()
    await db.deleteFrom('cluster_events').execute()
    const [node] = (await seen()).nodes
    if (!node) throw new Error('It is not on its own list.')
    own = node
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
    store.remove()
  })

  const call = (method: string, path = ROOT, body?: object, session = admin) =>
    app.call(method, path, { token: session.token, ...(body && { body }) })
  const seen = async () => getCluster.response.parse((await call('GET')).body) as Cluster
  const drain = (id: string, draining: boolean) => call('PUT', `${ROOT}/nodes/${id}`, { draining })
  const forget = (id: string) => call('DELETE', `${ROOT}/nodes/${id}`)
  const at = databaseNow(engine === 'PostgreSQL', clock)

  /** Inserts another node's row. */
  const other = (id: string, row: object = {}) =>
    db
      .insertInto('nodes')
      .values({
        id,
        home: id,
        name: `kirim-${id}`,
        address: '10.0.0.12:3000',
        version: '0.0.9',
        started_at: at(),
        beat_at: at(),
        left_at: null,
        left_how: null,
        ...row,
      })
      .execute()
  const has = async (leased_to: string | null, count: number) => {
    for (let n = 0; n < count; n++) {
      const id = await seedDevice(db, admin._id, `6011${leased_to ?? 'none'}${n}`)
      await db.updateTable('devices').set({ leased_to }).where('id', '=', id).execute()
    }
  }

  test('a single node shows this server with its figures', async () => {
    await has(own.id, 2)
    const cluster = await seen()
    expect(cluster).toMatchObject({
      isShared: engine === 'PostgreSQL',
      devices: 2,
      waiting: 0,
      nodes: [{ name: 'kirim-a', isThis: true, state: 'serving', devices: 2, takeOver: null }],
    })
    const { figures } = own
    if (!figures) throw new Error('It measures nothing.')
    expect(figures).toMatchObject({ connected: 0, sending: 0, messagesAMinute: 0 })
    expect(figures.memory).toBeGreaterThan(10 * 1024 * 1024)
    expect(figures.memoryLimit).toBeGreaterThan(figures.memory)
    expect(figures.databaseMs).toBeGreaterThanOrEqual(0)
  })

  test('all calls are for admins only', async () => {
    await other('b', { left_at: 1, left_how: 'stopped' })
    const member = await app.newUser()
    for (const [method, path, body] of [
      ['GET', ROOT],
      ['PUT', `${ROOT}/nodes/${own.id}`, { draining: true }],
      ['DELETE', `${ROOT}/nodes/b`],
    ] as const) {
      const answer = await call(method, path, body, member)
      expect([method, answer.status]).toEqual([method, 403])
    }
    expect((await seen()).nodes).toHaveLength(2)
  })

  test('the only serving node cannot drain, and the refusal says why', async () => {
    await other('stopped', { left_at: 1, left_how: 'stopped' })
    await other('silent', { beat_at: 1 })
    await other('draining', { draining: 1 })
    expect(await drain(own.id, true)).toMatchObject({
      status: 409,
      body: {
        code: 'last_node',
        message: "No other node can take over this node's numbers. Start another node first.",
      },
    })
    expect((await seen()).events).toEqual([])
  })

  test.runIf(engine === 'PostgreSQL')(
    'of two that are alone, asked at once, one drains',
    async () => {
      await other('b')
      const theirs = await db.startTransaction().execute()
      await takeLock(theirs, 'draining', 0)
      await theirs.updateTable('nodes').set({ draining: 1 }).where('id', '=', 'b').execute()
      const mine = drain(own.id, true)
      await Promise.race([mine, untilOneWaits(db)])
      await theirs.commit().execute()
      expect(await mine).toMatchObject({ status: 409, body: { code: 'last_node' } })
    },
  )

  test('draining and its end are recorded once each, with the admin', async () => {
    await other('b')
    await has('b', 3)
    const begun = await drain('b', true)
    expect(begun.body).toMatchObject({
      nodes: [{ name: 'kirim-a' }, { name: 'kirim-b', state: 'draining', drainedInSeconds: null }],
      events: [{ code: 'draining', node: 'kirim-b', askedBy: 'Farah' }],
    })
    await db.deleteFrom('devices').where('number', '=', '6011b0').execute()
    const [, draining] = (await seen()).nodes
    expect(draining).toMatchObject({ devices: 2 })
    expect(draining?.drainedInSeconds).toBeGreaterThan(0)
    await drain('b', true)
    const ended = await drain('b', false)
    expect(ended.body).toMatchObject({ nodes: [{}, { state: 'serving', drainedInSeconds: null }] })
    expect((await seen()).events.map(({ code }) => code)).toEqual(['serving', 'draining'])
  })

  test('a node that has left can neither drain nor serve again', async () => {
    await other('b', { left_at: 1, left_how: 'silent' })
    expect(await drain('b', true)).toMatchObject({ status: 409, body: { code: 'node_has_left' } })
    expect(await drain('b', false)).toMatchObject({ status: 409, body: { code: 'node_has_left' } })
  })

  test('a node can be forgotten only after it has left and its numbers are free', async () => {
    await other('b')
    await other('c', { left_at: 1, left_how: 'silent' })
    for (const id of [own.id, 'b', 'c']) {
      expect(await forget(id)).toMatchObject({ status: 409, body: { code: 'node_takes_part' } })
    }
    await db.updateTable('nodes').set({ freed_devices: 0 }).where('id', '=', 'c').execute()
    await db.updateTable('nodes').set({ left_how: 'stopped' }).where('id', '=', 'b').execute()
    await forget('b')
    expect(await forget('c')).toMatchObject({ status: 200, body: { nodes: [{ isThis: true }] } })
    expect(await forget('c')).toMatchObject({ status: 404, body: { code: 'node_not_found' } })
    expect(await drain('c', true)).toMatchObject({ status: 404, body: { code: 'node_not_found' } })
  })
})
