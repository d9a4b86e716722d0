import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { isDatabaseAway } from '../../platform/database/database-away.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { endConnections } from '../../platform/database/end-connections.ts'
import { createLog } from '../../platform/log.ts'
import { migratedStore } from '../../testing/engines.ts'
import { createClusterEventsRepository } from './cluster-events.repository.ts'
import { createMembership } from './membership.ts'
import { connectionName, createNodeGuard } from './node-guard.ts'
import { createNodesRepository } from './nodes.repository.ts'
import { createTakeOversRepository } from './take-overs.repository.ts'

const SILENT_MS = 10_000

describe('nodes on one PostgreSQL', () => {
  let store: Awaited<ReturnType<typeof migratedStore>>
  let close: (() => Promise<void>)[]
  beforeEach(async () => {
    store = await migratedStore('PostgreSQL')
    close = []
  })
  afterEach(async () => {
    for (const end of close) await end()
    store.remove()
  })

  /** A server with connections of its own, whose clock the test moves. */
  function node(id: string, { home = id, isShared = true } = {}) {
    const clock = createFakeClock()
    const guard = createNodeGuard(id)
    const db = openDatabase(
      { url: store.databaseUrl ?? '', name: connectionName(id), admit: guard.admit },
      createLog('silent'),
    )
    close.push(() => db.destroy())
    const now = databaseNow(true, clock)
    const nodes = createNodesRepository(db, now)
    const events = createClusterEventsRepository(db, now)
    const told: string[] = []
    const faults = { fence: 0 }
    const membership = createMembership({
      node: { id, home, name: id, address: '127.0.0.1:3000', version: '1' },
      nodes,
      takeOvers: createTakeOversRepository(db, now),
      events,
      clock,
      log: createLog('silent'),
      isShared,
      guard: guard.begin,
      async fence(gone) {
        if (faults.fence-- > 0) {
          told.push(`cannot end ${gone}`)
          throw new Error('A connection could not be ended in time.')
        }
        await endConnections(db, connectionName(gone))
      },
      freeDevicesOf: async (gone) => {
        told.push(`frees ${gone}`)
        return 3
      },
      figures: () => '{"rss":1}',
      onChange: () => void told.push('changed'),
      onGone: (ids) => void told.push(`gone ${ids}`),
      onLost: () => void told.push('lost'),
    })
    /**
     * Sends heartbeats until a condition holds. The clock stands still during each heartbeat, so
     * that no answer is late.
     */
    const beats = (what: string, isSo: () => Promise<boolean> | boolean) =>
      until(what, () => {
        if (clock.nextTimer() !== null) clock.advance(2000)
        return isSo()
      })
    return { db, nodes, events, told, faults, membership, clock, beats }
  }
  type TestNode = ReturnType<typeof node>

  const present = async ({ nodes }: TestNode) => (await nodes.present()).map(({ id }) => id)
  /** Makes the last heartbeat of a node appear `ms` old. */
  const silence = ({ db }: TestNode, id: string, ms: number) =>
    db
      .updateTable('nodes')
      .set((eb) => ({ beat_at: eb('beat_at', '-', ms) }))
      .where('id', '=', id)
      .execute()

  const drain = ({ db }: TestNode, id: string) =>
    db.updateTable('nodes').set({ draining: 1 }).where('id', '=', id).execute()

  test('one that cannot be fenced at once is fenced with the next heartbeat', async () => {
    const [a, b] = [node('a'), node('b')]
    await a.membership.part.start()
    await b.membership.part.start()
    b.faults.fence = 1
    await b.beats('it judges', async () => {
      await silence(b, 'a', SILENT_MS)
      return b.told.includes('cannot end a')
    })
    // Another node does not continue an eviction that has just begun.
    await b.db
      .updateTable('nodes')
      .set((eb) => ({ left_at: eb('left_at', '+', 3_600_000) }))
      .where('id', '=', 'a')
      .execute()
    await b.beats('it is evicted', () => b.told.includes('frees a'))
    await b.membership.part.stop()
  })

  test('one that was frozen knows that it may have been evicted, until its next heartbeat', async () => {
    const [a, b] = [node('a'), node('b')]
    await a.membership.part.start()
    await b.membership.part.start()
    const after = (ms: number) => {
      // No timer fires meanwhile.
      a.clock.setBack(-ms)
      return a.membership.mayBeReplaced()
    }
    expect([after(9999), after(1)]).toEqual([false, true])
    await a.beats('it is heard again', () => !a.membership.mayBeReplaced())
    await b.nodes.leave('a', 'silent')
    await a.beats('it hears that it is evicted', () => a.told.includes('lost'))
    expect(a.membership.mayBeReplaced()).toBe(true)
    await b.membership.part.stop()
  })

  test('know their ranks, and notice when one stops', async () => {
    const [a, b] = [node('a'), node('b')]
    await a.membership.part.start()
    await b.membership.part.start()
    expect(await a.membership.standing()).toEqual({ rank: 0, nodes: 2 })
    expect(await b.membership.standing()).toEqual({ rank: 1, nodes: 2 })
    await drain(b, 'a')
    expect(await a.membership.standing()).toEqual({ rank: -1, nodes: 1 })
    await a.beats('it hears of it', () => a.told.includes('changed'))
    await a.membership.part.stop()
    expect(await present(b)).toEqual(['b'])
    const [, stopped] = (await b.events.list(9))
      .map(({ code }) => code)
      .toReversed()
      .slice(1)
    expect(stopped).toBe('node_stopped')
    await b.membership.part.stop()
  })

  test('a silent one is evicted: its open transaction is rolled back, and it writes nothing more', async () => {
    const [a, b] = [node('a'), node('b')]
    await a.membership.part.start()
    await b.membership.part.start()
    // In the middle of a transaction, like a frozen process.
    const begun = Promise.withResolvers<void>()
    const thawed = Promise.withResolvers<void>()
    const frozen = a.db.transaction().execute(async (tx) => {
      await tx.insertInto('server_settings').values({ name: 'late', value: '1' }).execute()
      begun.resolve()
      await thawed.promise
      await sql`select 1`.execute(tx)
    })
    frozen.catch(() => {})
    await begun.promise
    await b.beats('it judges', async () => {
      await silence(b, 'a', SILENT_MS)
      return b.told.includes('frees a')
    })
    thawed.resolve()
    await expect(frozen).rejects.toThrow()
    await expect(a.nodes.present()).rejects.toSatisfy(isDatabaseAway)
    const kept = await b.db.selectFrom('server_settings').selectAll().execute()
    expect(kept.map(({ name }) => name)).not.toContain('late')
    expect(a.told.filter((one) => one === 'lost')).toEqual(['lost'])
    expect(await present(b)).toEqual(['b'])
    // The heartbeat that evicted it has ended, too.
    await b.membership.part.stop()
    const codes = (await b.events.list(9)).map(({ code }) => code)
    expect(codes).toContain('node_silent')
  })

  test('if all remaining nodes drain, all of them take devices', async () => {
    const [a, b] = [node('a'), node('b')]
    await a.membership.part.start()
    await b.membership.part.start()
    await drain(b, 'a')
    expect(await a.membership.standing()).toEqual({ rank: -1, nodes: 1 })
    await b.membership.part.stop()
    expect(await a.membership.standing()).toEqual({ rank: 0, nodes: 1 })
    await a.membership.part.stop()
  })

  test('an interrupted eviction is finished by another node', async () => {
    const [a, b] = [node('a'), node('b')]
    await a.membership.part.start()
    await b.membership.part.start()
    await b.nodes.leave('a', 'silent')
    await b.db
      .updateTable('nodes')
      .set((eb) => ({ left_at: eb('left_at', '-', SILENT_MS + 1) }))
      .where('id', '=', 'a')
      .execute()
    await b.beats('it is evicted', () => b.told.includes('frees a'))
    await b.membership.part.stop()
    const silent = (await b.events.list(9)).filter(({ code }) => code === 'node_silent')
    expect(silent).toMatchObject([{ params: { name: 'a', devices: 3 } }])
    expect(b.told.filter((one) => one === 'frees a')).toHaveLength(1)
  })

  test('evicts nobody before its own heartbeats have arrived long enough', async () => {
    const [a, b] = [node('a'), node('b')]
    await a.membership.part.start()
    await b.membership.part.start()
    await silence(b, 'a', 10 * SILENT_MS)
    let beaten = 0
    await until('four beats', async () => {
      b.clock.advance(1999)
      b.clock.advance(1)
      beaten += 1
      await b.nodes.present()
      return beaten >= 4
    })
    expect(b.told).not.toContain('frees a')
    expect(await present(b)).toEqual(['a', 'b'])
    await b.membership.part.stop()
  })

  test('evicts nobody after it was frozen, before its heartbeats have arrived long enough again', async () => {
    const [a, b] = [node('a'), node('b')]
    await a.membership.part.start()
    await b.membership.part.start()
    const beat = async () => {
      b.clock.advance(2000)
      await until('it has beaten', () => b.clock.nextTimer() !== null)
    }
    for (let beaten = 0; beaten < 7; beaten++) await beat()
    // Both nodes ran on a machine that slept; this one wakes up first.
    b.clock.setBack(-3 * SILENT_MS)
    await silence(b, 'a', 3 * SILENT_MS)
    await beat()
    expect(b.told).not.toContain('frees a')
    expect(await present(b)).toEqual(['a', 'b'])
    await b.beats('it judges', () => b.told.includes('frees a'))
    await b.membership.part.stop()
  })

  test('devices that a stopping node could not give back are free once it has left', async () => {
    const a = node('a')
    await a.membership.part.start()
    await a.membership.part.stop()
    expect(a.told).toContain('frees a')
  })

  test('a new run on the same data directory takes over from the earlier one at once', async () => {
    const [before, other] = [node('before', { home: 'home' }), node('other')]
    await before.membership.part.start()
    await other.membership.part.start()
    const after = node('after', { home: 'home' })
    await after.membership.part.start()
    expect(after.told).toContain('frees before')
    expect(await present(other)).toEqual(['after', 'other'])
    const rows = await other.db.selectFrom('nodes').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(['after', 'other'])
    await after.membership.part.stop()
    await other.membership.part.stop()
  })

  test('the only server of a database that was copied takes over from all before', async () => {
    const before = node('before')
    await before.membership.part.start()
    const copy = node('copy', { isShared: false })
    await copy.membership.part.start()
    expect(copy.told).toContain('frees before')
    expect(await present(copy)).toEqual(['copy'])
    await copy.membership.part.stop()
  })

  test('an evicted one notices it with its next heartbeat', async () => {
    const [a, b] = [node('a'), node('b')]
    await a.membership.part.start()
    await b.membership.part.start()
    await b.nodes.leave('a', 'silent')
    await a.beats('it is lost', () => a.told.includes('lost'))
    await b.membership.part.stop()
  })
})
