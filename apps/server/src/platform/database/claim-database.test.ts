import { createFakeClock } from '@kirim/testing/fake-clock'
import { onThisMachine } from '@kirim/testing/test-run'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { freshStore } from '../../testing/engines.ts'
import { createLog } from '../log.ts'
import { createDatabaseClaim } from './claim-database.ts'
import { createDatabaseSockets } from './database-sockets.ts'

const WITHIN = { timeout: onThisMachine(60_000), interval: 20 }

async function setUp() {
  const { databaseUrl } = await freshStore('PostgreSQL')
  const url = databaseUrl ?? ''
  const clock = createFakeClock()
  const claim = (mode: 'shared' | 'alone' = 'shared') => {
    const onTaken = vi.fn<() => void>()
    const deps = {
      mode,
      sockets: createDatabaseSockets(),
      clock,
      log: createLog('silent'),
      onTaken,
    }
    return { ...createDatabaseClaim(url, deps), onTaken }
  }
  /** As long as a claim waits. */
  const refused = async (other: ReturnType<typeof claim>) => {
    let refusal = ''
    other.start().catch((error: unknown) => {
      refusal = String(error)
    })
    await vi.waitFor(() => {
      clock.advance(250)
      expect(refusal).not.toBe('')
    }, WITHIN)
    return refusal
  }
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(sql)
    await client.end()
    return rows.length
  }
  const held = `select 1 from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`
  return {
    claim,
    refused,
    clock,
    holders: () => run(held),
    /** Its lock is gone afterwards: who waits for it may do so by a clock that stands still. */
    cut: () =>
      run(`select pg_terminate_backend(pid, ${WITHIN.timeout}) from pg_locks
      where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`),
  }
}

test('a connection that is cut is taken again', async () => {
  const { claim, clock, holders, cut } = await setUp()
  const only = claim()
  await only.start()
  await cut()
  await vi.waitFor(async () => {
    clock.advance(250)
    expect(await holders()).toBe(1)
  }, WITHIN)
  expect(only.onTaken).not.toHaveBeenCalled()
  await only.stop()
  expect(await holders()).toBe(0)
})

test('nodes share it, and know of each other', async () => {
  const { claim, holders } = await setUp()
  const [a, b] = [claim(), claim()]
  await a.start()
  expect(await a.hasOthers()).toBe(false)
  await b.start()
  expect([await a.hasOthers(), await b.hasOthers(), await holders()]).toEqual([true, true, 2])
  await b.stop()
  await vi.waitFor(async () => expect(await a.hasOthers()).toBe(false), WITHIN)
  await a.stop()
})

test('one that must be alone, as every earlier version, keeps nodes out, and they it', async () => {
  const { claim, refused } = await setUp()
  const [node, alone] = [claim(), claim('alone')]
  await node.start()
  expect(await refused(claim('alone'))).toContain('A Kirim server is using the database')
  await node.stop()
  await alone.start()
  expect(await refused(claim())).toContain(
    'A Kirim server of an earlier version, or a move, is using the database',
  )
  await alone.stop()
})

test('when one that must be alone is faster, this one is told to stop', async () => {
  const { claim, clock, holders, cut } = await setUp()
  const [slow, fast] = [claim(), claim('alone')]
  await slow.start()
  await cut()
  // The slow one waits for a stopped clock.
  await fast.start()
  await vi.waitFor(() => {
    clock.advance(250)
    expect(slow.onTaken).toHaveBeenCalledOnce()
  }, WITHIN)
  await slow.stop()
  expect(await holders()).toBe(1)
  await fast.stop()
})
