import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as endOfRound } from 'node:timers/promises'
import { until } from '@kirim/testing/until'
import fc from 'fast-check'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSqliteDialect } from './sqlite-dialect.ts'

interface Rows {
  rows: { name: string }
}

let folder: string
let db: Kysely<Rows>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kirim-dialect-'))
  db = new Kysely<Rows>({ dialect: createSqliteDialect(join(folder, 'test.db')) })
  await sql`create table rows (name text unique)`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const add = (on: Kysely<Rows>, name: string) => on.insertInto('rows').values({ name }).execute()
const names = async (on: Kysely<Rows> = db) =>
  (await on.selectFrom('rows').select('name').orderBy('name').execute()).map(({ name }) => name)

test('what was undone is gone, what was refused fails alone', async () => {
  const answers = await Promise.allSettled([
    add(db, 'a'),
    db.transaction().execute(async (tx) => {
      await add(tx, 'b')
      throw new Error('no')
    }),
    add(db, 'a'),
    add(db, 'c'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(await names()).toEqual(['a', 'c'])
})

test('nobody else sees a transaction before it ends', async () => {
  const halfway = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const writing = db.transaction().execute(async (tx) => {
    await add(tx, 'first')
    halfway.resolve()
    await goOn.promise
    await add(tx, 'second')
  })
  await halfway.promise
  const read = names()
  await endOfRound()
  goOn.resolve()
  expect(await read).toEqual(['first', 'second'])
  await writing
})

test('a transaction that the engine gave up does nothing more, and the next one works', async () => {
  const failed = db.transaction().execute(async (tx) => {
    await add(tx, 'lost')
    await sql`rollback`.execute(tx)
    await add(tx, 'outside')
  })
  await expect(failed).rejects.toThrow('given up')
  await db.transaction().execute((tx) => add(tx, 'kept'))
  expect(await names()).toEqual(['kept'])
})

test('any mix of transactions ends as if they had run one after the other', async () => {
  const step = fc.record({ keep: fc.boolean(), rounds: fc.nat(2), rows: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      await db.deleteFrom('rows').execute()
      await Promise.allSettled(
        steps.map(({ keep, rounds, rows }, n) =>
          db.transaction().execute(async (tx) => {
            for (let row = 0; row < rows; row++) await add(tx, `${n}/${row}`)
            for (let round = 0; round < rounds; round++) await endOfRound()
            if (!keep) throw new Error('undone')
          }),
        ),
      )
      const expected = steps.flatMap(({ keep, rows }, n) =>
        keep ? Array.from({ length: rows }, (_, row) => `${n}/${row}`) : [],
      )
      expect(await names()).toEqual(expected.toSorted())
    }),
    { numRuns: 40 },
  )
})

test('what is committed reaches the database itself once there is much of it, while the server goes on', async () => {
  const file = join(folder, 'test.db')
  const before = statSync(file).size
  for (let n = 0; n < 100; n++) await add(db, `${n} ${'x'.repeat(60_000)}`)
  await until('it is copied', () => statSync(file).size > before + 4_000_000)
  expect(await names()).toHaveLength(100)
})

test('what another process writes is waited for, with the event loop free', async () => {
  const other = new DatabaseSync(join(folder, 'test.db'))
  other.exec('BEGIN IMMEDIATE')
  let rounds = 0
  const written = Promise.all([
    add(db, 'a'),
    db.transaction().execute((tx) => add(tx, 'b')),
    new Kysely<Rows>({ dialect: createSqliteDialect(join(folder, 'test.db')) }).destroy(),
  ])
  while (rounds < 20) {
    await endOfRound()
    rounds += 1
  }
  expect(await names()).toEqual([])
  other.exec('COMMIT')
  other.close()
  await written
  expect(await names()).toEqual(['a', 'b'])
})
