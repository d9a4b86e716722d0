import { createFakeClock } from '@kirim/testing/fake-clock'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { freshStore } from '../../testing/engines.ts'
import { createLog } from '../log.ts'
import { createDatabaseClaim } from './claim-database.ts'

const WITHIN = { timeout: 20_000, interval: 20 }

async function setUp() {
  const { databaseUrl } = await freshStore('PostgreSQL')
  const url = databaseUrl ?? ''
  const clock = createFakeClock()
  const claim = () => {
    const onTaken = vi.fn<() => void>()
    return { ...createDatabaseClaim(url, { clock, log: createLog('silent'), onTaken }), onTaken }
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
    clock,
    holders: () => run(held),
    cut: () =>
      run(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
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

test('when another server is faster, this one is told to stop', async () => {
  const { claim, clock, holders, cut } = await setUp()
  const [slow, fast] = [claim(), claim()]
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
