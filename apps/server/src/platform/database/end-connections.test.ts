import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshStore, openStore } from '../../testing/engines.ts'
import { createLog } from '../log.ts'
import { type Db, openDatabase } from './database.ts'
import { endConnections } from './end-connections.ts'

let store: Awaited<ReturnType<typeof freshStore>>
let db: Db
beforeAll(async () => {
  store = await freshStore('PostgreSQL')
  db = openStore(store)
})
afterAll(async () => {
  await db.destroy()
  store.remove()
})

/** Connections of one name, each in the middle of something. */
async function busy(name: string): Promise<Db> {
  const gone = openDatabase(
    { url: store.databaseUrl ?? '', name, connections: 10 },
    createLog('silent'),
  )
  const waiting = Array.from({ length: 10 }, () => sql`select pg_sleep(60)`.execute(gone))
  for (const one of waiting) one.catch(() => {})
  const begun = async () =>
    (await sql`select 1 from pg_stat_activity where application_name = ${name}`.execute(db)).rows
  while ((await begun()).length < 10);
  return gone
}

test('they are gone afterwards, whichever of them ends first', async () => {
  for (let round = 0; round < 5; round++) {
    const gone = await busy(`gone ${round}`)
    await endConnections(db, `gone ${round}`)
    const { rows } = await sql`
      select 1 from pg_stat_activity where application_name = ${`gone ${round}`}
    `.execute(db)
    expect(rows).toEqual([])
    await gone.destroy()
  }
})
