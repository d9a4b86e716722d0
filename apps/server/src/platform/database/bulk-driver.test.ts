import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { isDataFault } from './data-fault.ts'
import { bulkDatabase, type Db, isBulkAwaited, openDatabase } from './database.ts'

let folder: string
let db: Db
let bulk: Db
let failed: unknown[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kirim-bulk-'))
  failed = []
  db = openDatabase({ file: join(folder, 'test.db') }, createLog('silent'), undefined, (error) =>
    failed.push(error),
  )
  bulk = bulkDatabase(db)
  await sql`create table rows (name text unique)`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const add = (on: Db, name: string) => sql`insert into rows values (${name})`.execute(on)
const names = async () =>
  (await sql<{ name: string }>`select name from rows order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )

test('who reads is answered while the thread writes, and sees only what is committed', async () => {
  const halfway = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const writing = bulk.transaction().execute(async (tx) => {
    await add(tx, 'first')
    halfway.resolve()
    await goOn.promise
    await add(tx, 'second')
  })
  await halfway.promise
  expect(
    await db
      .selectFrom('rows' as never)
      .selectAll()
      .execute(),
  ).toEqual([])
  const written = add(db, 'after')
  goOn.resolve()
  await Promise.all([writing, written])
  expect(await names()).toEqual(['after', 'first', 'second'])
})

test('who waits to write goes before the next transaction of the thread', async () => {
  const halfway = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const first = bulk.transaction().execute(async (tx) => {
    await add(tx, 'first')
    halfway.resolve()
    await goOn.promise
  })
  await halfway.promise
  const next = bulk.transaction().execute((tx) => add(tx, 'next'))
  await new Promise((soon) => setImmediate(soon))
  expect(isBulkAwaited(db)).toBe(false)
  const waiting = add(db, 'waiting')
  await new Promise((soon) => setImmediate(soon))
  expect(isBulkAwaited(db)).toBe(true)
  goOn.resolve()
  await Promise.all([first, next, waiting])
  const { rows } = await sql<{ name: string }>`select name from rows order by rowid`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(['first', 'waiting', 'next'])
  expect(isBulkAwaited(db)).toBe(false)
})

test('any mix of transactions, in the thread or not, ends as if they had run one by one', async () => {
  const step = fc.record({ inThread: fc.boolean(), keep: fc.boolean(), rows: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      await sql`delete from rows`.execute(db)
      await Promise.allSettled(
        steps.map(({ inThread, keep, rows }, n) =>
          (inThread ? bulk : db).transaction().execute(async (tx) => {
            for (let row = 0; row < rows; row++) await add(tx, `${n}/${row}`)
            if (!keep) throw new Error('undone')
          }),
        ),
      )
      const expected = steps.flatMap(({ keep, rows }, n) =>
        keep ? Array.from({ length: rows }, (_, row) => `${n}/${row}`) : [],
      )
      expect(await names()).toEqual(expected.toSorted())
    }),
    { numRuns: 20 },
  )
})

test('what the engine refuses is undone and said as it says it', async () => {
  await add(db, 'taken')
  const refused = await bulk
    .transaction()
    .execute(async (tx) => {
      await add(tx, 'new')
      await add(tx, 'taken')
    })
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 2067 })
  expect(isDataFault(refused)).toBe(true)
  expect(failed).toContain(refused)
  expect(await names()).toEqual(['taken'])
})

test('a transaction that the engine gave up does nothing more, and the next one works', async () => {
  const lost = bulk.transaction().execute(async (tx) => {
    await add(tx, 'lost')
    await sql`rollback`.execute(tx)
    await add(tx, 'outside')
  })
  await expect(lost).rejects.toThrow('given up')
  await bulk.transaction().execute((tx) => add(tx, 'kept'))
  expect(await names()).toEqual(['kept'])
})

test('nothing runs in the thread outside of a transaction', async () => {
  await expect(add(bulk, 'alone')).rejects.toThrow('Only transactions')
  expect(await names()).toEqual([])
})

test('the thread ends with the database, of which nothing stays open', async () => {
  await bulk.transaction().execute((tx) => add(tx, 'kept'))
  await db.destroy()
  expect(existsSync(join(folder, 'test.db-wal'))).toBe(false)
  db = openDatabase({ file: join(folder, 'test.db') }, createLog('silent'))
  expect(await names()).toEqual(['kept'])
})
