import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../testing/engines.ts'
import type { Db } from './database.ts'
import { analyzeGrown } from './early-statistics.ts'

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await freshDatabase('PostgreSQL'))
})
afterAll(() => close())

async function addLocks(from: number, to: number): Promise<void> {
  await sql`
    insert into locks (name, taken_at)
    select repeat('a lock ', 20) || n, n from generate_series(${from}::int, ${to}::int) n
  `.execute(db)
}

/** How many rows PostgreSQL knows of; less than nothing while it has never looked. */
async function knownRows(): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select reltuples::int as known from pg_class where oid = 'locks'::regclass
  `.execute(db)
  return rows[0]?.known ?? Number.NaN
}

test('a table is analyzed once it has grown, and again each time that it has doubled', async () => {
  await addLocks(1, 100)
  await analyzeGrown(db)
  expect(await knownRows()).toBe(-1)
  await addLocks(101, 1000)
  await analyzeGrown(db)
  expect(await knownRows()).toBe(1000)
  await addLocks(1001, 1500)
  await analyzeGrown(db)
  expect(await knownRows()).toBe(1000)
  await addLocks(1501, 2100)
  await analyzeGrown(db)
  expect(await knownRows()).toBe(2100)
})
