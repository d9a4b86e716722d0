import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migratedStore, openStore } from '../../testing/engines.ts'
import { seedGroup } from '../../testing/seed-group.ts'
import { seedUser } from '../../testing/seed-user.ts'
import type { Db } from './database.ts'
import { analyzeGrown } from './early-statistics.ts'
import { indexPendingTexts } from './pending-texts.ts'

let db: Db
let store: Awaited<ReturnType<typeof migratedStore>>
beforeAll(async () => {
  store = await migratedStore('PostgreSQL')
  await useSchema('Kirim-App')
  db = openStore(store)
})
afterAll(async () => {
  await db.destroy()
  store.remove()
})

/** Connections find the tables in this schema: PostgreSQL calls that of a role by its name. */
async function useSchema(name: string): Promise<void> {
  const before = openStore(store)
  await sql`alter schema public rename to ${sql.id(name)}`.execute(before)
  const database = new URL(store.databaseUrl ?? '').pathname.slice(1)
  const set = sql`alter database ${sql.id(database)} set search_path to ${sql.id(name)}`
  await set.execute(before)
  await before.destroy()
}

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

test('texts that wait are brought into the indexes of this schema', async () => {
  await seedGroup(db, await seedUser(db), 'Pelanggan', ['60123456789'])
  await indexPendingTexts(db)
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list('contacts_parts'::regclass) as pages
  `.execute(db)
  expect(rows).toEqual([{ pages: 0 }])
})
