import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, freshStore, migratedStore, openStore } from '../../testing/engines.ts'
import { StartError } from '../start-error.ts'
import { migrate, VERSIONS } from './migrate.ts'

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
})
