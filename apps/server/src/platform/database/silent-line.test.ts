import { createFakeClock } from '@kirim/testing/fake-clock'
import { openTcpLine } from '@kirim/testing/tcp-line'
import { until } from '@kirim/testing/until'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshStore } from '../../testing/engines.ts'
import { createLog } from '../log.ts'
import { createDatabaseClaim } from './claim-database.ts'
import { openDatabase } from './database.ts'
import { isDatabaseAway } from './database-away.ts'
import { createDatabaseSockets } from './database-sockets.ts'

const ASK_EVERY_MS = 2000
const GIVEN_UP_AFTER_MS = 10_000

/** A server's connections, over a line that can fail. */
async function setUp() {
  const { databaseUrl, remove } = await freshStore('PostgreSQL')
  const url = new URL(databaseUrl ?? '')
  const line = await openTcpLine(Number(url.port))
  url.host = `127.0.0.1:${line.port}`
  const clock = createFakeClock()
  const log = createLog('silent')
  const sockets = createDatabaseSockets()
  const onTaken = vi.fn<() => void>()
  const claim = createDatabaseClaim(url.href, { mode: 'shared', sockets, clock, log, onTaken })
  const db = openDatabase({ url: url.href, stream: sockets.open }, log)
  await claim.start()
  onTestFinished(async () => {
    await claim.stop()
    await db.destroy()
    await line.close()
    remove()
    expect(onTaken).not.toHaveBeenCalled()
  })
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db)
  /** Each of its timers, one after the other. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += ASK_EVERY_MS) {
      clock.advance(ASK_EVERY_MS)
      await new Promise(setImmediate)
    }
  }
  /** As an administrator sets it, over another database. */
  async function canBeWritten(is: boolean): Promise<void> {
    const admin = new URL(databaseUrl ?? '')
    const name = admin.pathname.slice(1)
    admin.pathname = '/postgres'
    const client = new pg.Client({ connectionString: admin.href })
    await client.connect()
    await client.query(`alter database "${name}" set default_transaction_read_only = ${!is}`)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    )
    await client.end()
  }
  return { line, clock, claim, db, ask, pass, canBeWritten }
}

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => error,
  )

test('when the line falls silent, whoever waits is told after ten seconds, and whoever asks then at once', async () => {
  const { line, clock, ask, pass } = await setUp()
  await ask()
  line.fallSilent()
  let isOver = false
  const failed = failureOf(ask()).finally(() => {
    isOver = true
  })
  // It is asked after two seconds.
  await pass(GIVEN_UP_AFTER_MS)
  expect(isOver).toBe(false)
  await pass(ASK_EVERY_MS)
  expect(isDatabaseAway(await failed)).toBe(true)
  expect(isDatabaseAway(await failureOf(ask()))).toBe(true)

  line.serveNew()
  // What asks whether it is back went over the silent line itself.
  await until('it answers again', async () => {
    clock.advance(250)
    return (await failureOf(ask())) === null
  })
})

test('a statement may take as long as it does while others are answered', async () => {
  const { db, clock, claim } = await setUp()
  const slow = sql`select pg_sleep(0.3)`.execute(db)
  for (let passed = 0; passed < 3 * GIVEN_UP_AFTER_MS; passed += ASK_EVERY_MS) {
    clock.advance(ASK_EVERY_MS)
    // Behind the question of this round, on the same connection.
    await claim.hasOthers()
  }
  await expect(slow).resolves.toBeDefined()
})

test('PostgreSQL misses whoever was cut off after half a minute, and keeps no lock of theirs', async () => {
  const { db } = await setUp()
  const { rows } = await sql<{ after: string; first: string; next: string; times: string }>`
    select current_setting('tcp_user_timeout') as after,
      current_setting('tcp_keepalives_idle') as first,
      current_setting('tcp_keepalives_interval') as next,
      current_setting('tcp_keepalives_count') as times
  `.execute(db)
  expect(rows).toEqual([{ after: '30000', first: '10', next: '5', times: '4' }])
})

test('while only a standby answers, the database is away', async () => {
  const { db, clock, ask, canBeWritten } = await setUp()
  const write = () => sql`create temporary table written (one int)`.execute(db)
  await ask()
  await canBeWritten(false)
  await until('calls are refused', async () => {
    clock.advance(250)
    return isDatabaseAway(await failureOf(ask()))
  })
  expect(isDatabaseAway(await failureOf(write()))).toBe(true)
  await canBeWritten(true)
  await until('it is back', async () => {
    clock.advance(250)
    return (await failureOf(ask())) === null
  })
  await write()
})
