import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../testing/engines.ts'

test('a connection that PostgreSQL ends in the middle of a transaction fails it, and nothing else', async () => {
  const { db, close } = await freshDatabase('PostgreSQL')
  const cut = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(db)
    await sql`select 1`.execute(tx)
  })
  await expect(cut).rejects.toThrow()
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
  await close()
  expect(rows).toEqual([{ one: 1 }])
})
