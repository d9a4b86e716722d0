import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { takeLock } from '../take-lock.ts'

test.each(engines)('a lock that was taken before can be taken on %s', async (engine) => {
  const { db, close } = await freshDatabase(engine, {
    version: '0026-media-again',
    fill: async (before) => {
      await sql`insert into turns (name, taken_at) values ('first-account', 1)`.execute(before)
    },
  })
  onTestFinished(close)
  await db.transaction().execute((tx) => takeLock(tx, 'first-account', 2))
  expect(await db.selectFrom('locks').selectAll().execute()).toEqual([
    { name: 'first-account', taken_at: 2 },
  ])
})
