import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, freshStore, migratedStore, openStore } from '../../testing/engines.ts'
import { StartError } from '../start-error.ts'
import type { Db } from './database.ts'
import { BASELINE, migrate, migrateUpTo, VERSIONS } from './migrate.ts'

test('servers that start at once on an empty database migrate it once', async () => {
  const store = await freshStore('PostgreSQL')
  const servers = [openStore(store), openStore(store), openStore(store)]
  const [db = servers[0]] = servers
  expect(await Promise.all(servers.map(migrate))).toEqual([undefined, undefined, undefined])
  if (!db) throw new Error('There is no server.')
  const { rows } = await sql`select name from kysely_migration`.execute(db)
  expect(rows).toHaveLength(VERSIONS.length)
  await Promise.all(servers.map((server) => server.destroy()))
  store.remove()
})

describe.each(engines)('%s', (engine) => {
  test('a database of a newer version is refused in one sentence', async () => {
    const store = await migratedStore(engine)
    const db = openStore(store)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2999')`.execute(
      db,
    )
    const error = await migrate(db).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    expect(String(error)).toContain(
      'The database is of a newer version of Kirim than this server (it has 9999-later). Start that version, or a newer one.',
    )
    await db.destroy()
    store.remove()
  })

  test('a database from before the baseline is refused with the step to take', async () => {
    const store = await freshStore(engine)
    const db = openStore(store)
    await createMigrationTable(db, ['0001-main-job', '0061-retention'])
    const error = await migrate(db).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    expect(String(error)).toContain('Start Kirim as of 28 November 2026 (commit 58f3c9f0) once')
    await db.destroy()
    store.remove()
  })

  test('a database with the migrations before the baseline gets the later ones', async () => {
    const store = await freshStore(engine)
    const db = openStore(store)
    await migrateUpTo(db, BASELINE)
    await sql`insert into kysely_migration (name, timestamp) values ('0001-main-job', '1999')`.execute(
      db,
    )
    await migrate(db)
    const { rows } = await sql`select name from kysely_migration`.execute(db)
    expect(rows).toHaveLength(VERSIONS.length + 1)
    await db.destroy()
    store.remove()
  })
})

async function createMigrationTable(db: Db, names: readonly string[]): Promise<void> {
  await sql`create table kysely_migration (name text, timestamp text)`.execute(db)
  for (const name of names) {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '1999')`.execute(db)
  }
}
