import { Writable } from 'node:stream'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../testing/engines.ts'
import { createStorageRoom, isStorageFull } from './storage-room.ts'

const fault = (what: object) => Object.assign(new Error('x'), what)

test.each([
  ['a file', { code: 'ENOSPC' }, true],
  ['a file past what its owner may have', { code: 'EDQUOT' }, true],
  ['PostgreSQL', { code: '53100' }, true],
  ['SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 13 }, true],
  ['the index of its log', { code: 'ERR_SQLITE_ERROR', errcode: 4874 }, true],
  ['a disk that fails', { code: 'EIO' }, false],
  ['another fault of SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 10 }, false],
  ['a fault of the program', {}, false],
])('no room, as %s says it (%o): %s', (_who, what, full) => {
  expect(isStorageFull(fault(what))).toBe(full)
  expect(isStorageFull(what)).toBe(false)
})

test('SQLite itself says it so, inside a transaction and outside', async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(close)
  await sql`pragma max_page_count = 1`.execute(db)
  const fill = () =>
    sql`insert into locks (name, taken_at) values (${'x'.repeat(1_000_000)}, 0)`.execute(db)
  expect(isStorageFull(await fill().catch((error: unknown) => error))).toBe(true)
  const inside = db.transaction().execute(async (tx) => {
    await sql`create table filling (text text)`.execute(tx)
    await sql`insert into filling values (${'x'.repeat(1_000_000)})`.execute(tx)
  })
  expect(isStorageFull(await inside.catch((error: unknown) => error))).toBe(true)
})

test('there is none until a try succeeds, and both are logged once', async () => {
  const clock = createFakeClock()
  const logged: string[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      logged.push((JSON.parse(String(line)) as { msg: string }).msg)
      done()
    },
  })
  let tries = 0
  let hasRoom = false
  const room = createStorageRoom({
    clock,
    log: pino({}, stream),
    writeProbe: async () => {
      tries += 1
      if (!hasRoom) throw fault({ code: 'ENOSPC' })
    },
  })
  room.checkError(fault({ code: 'EIO' }))
  expect(room.isFull()).toBe(false)
  for (let n = 0; n < 100; n += 1) room.checkError(fault({ errcode: 13 }))
  for (let looks = 1; looks <= 3; looks += 1) {
    expect(room.isFull()).toBe(true)
    clock.advance(5000)
    await until('it has tried', () => tries === looks && clock.nextTimer() !== null)
  }
  hasRoom = true
  clock.advance(5000)
  await until('there is room', () => !room.isFull())
  expect([tries, clock.nextTimer()]).toEqual([4, null])
  expect(logged).toEqual([
    'the disk is full: nothing can be saved until there is room',
    'there is room on the disk again',
  ])
  room.checkError(fault({ code: '53100' }))
  expect(room.isFull()).toBe(true)
})
