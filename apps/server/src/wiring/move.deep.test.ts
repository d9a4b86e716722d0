import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPgbouncer } from '@kirim/testing/pgbouncer'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { createSecretBox } from '../platform/crypto/secret-box.ts'
import { claimDataDir } from '../platform/data-dir.ts'
import { type Db, openDatabase } from '../platform/database/database.ts'
import type { CopiedTable } from '../platform/database/move/copy-tables.ts'
import { readMark, setMark } from '../platform/database/move/move-marks.ts'
import { checkSecretKey } from '../platform/database/secret-check.ts'
import { createLog } from '../platform/log.ts'
import { freshStore, migratedStore } from '../testing/engines.ts'
import { everyRow, fillEveryTable, type Rows } from '../testing/rows-of-every-table.ts'
import { seedUser } from '../testing/seed-user.ts'
import { move } from './move.ts'
import { embeddedIn, type MovePlace } from './move-places.ts'

const KEY = Buffer.alloc(32, 7)
const box = createSecretBox(KEY)
const log = createLog('silent')

let dataDir: string
let embedded: MovePlace & { kind: 'embedded' }
let postgres: MovePlace & { kind: 'PostgreSQL' }
beforeEach(async () => {
  const store = await migratedStore('SQLite')
  onTestFinished(store.remove)
  dataDir = store.dataDir
  embedded = { kind: 'embedded', file: join(dataDir, 'kirim.db') }
  const { databaseUrl, remove } = await migratedStore('PostgreSQL')
  remove()
  postgres = { kind: 'PostgreSQL', url: databaseUrl ?? '' }
  expect(embeddedIn(config())).toEqual(embedded)
})

function config(env: Record<string, string> = {}) {
  const SECRET_KEY = KEY.toString('base64')
  return readConfig({ PORT: '0', DATA_DIR: dataDir, SECRET_KEY, LOG_LEVEL: 'silent', ...env })
}

const moving = (from: MovePlace, to: MovePlace, onTable: (table: CopiedTable) => void = () => {}) =>
  move({ from, to, media: null }, { config: config(), clock: systemClock, log, onTable })

async function inside<T>(place: MovePlace, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(
    place.kind === 'embedded' ? { file: place.file } : { url: place.url },
    log,
  )
  return work(db).finally(() => db.destroy())
}

/** As lines in one order, without marks and what one engine alone has. */
async function rowsIn(place: MovePlace): Promise<Record<string, string[]>> {
  const all: Rows = await inside(place, everyRow)
  return Object.fromEntries(
    Object.entries(all).map(([table, rows]) => [
      table,
      rows
        .filter(({ name }) => name !== 'moved' && name !== 'unfinished move')
        .map(({ text_no: _, ...row }) => JSON.stringify(Object.entries(row).sort()))
        .sort(),
    ]),
  )
}

/**
 * Rows in every table, which come from PostgreSQL and are returned; more contacts than are read at
 * a time, and an item that names a later one.
 */
async function fill(): Promise<Record<string, string[]>> {
  const { databaseUrl } = await migratedStore('PostgreSQL')
  const from: MovePlace = { kind: 'PostgreSQL', url: databaseUrl ?? '' }
  await inside(from, async (db) => {
    await checkSecretKey(db, box)
    await fillEveryTable(db, 1)
    const contact = await db.selectFrom('contacts').selectAll().executeTakeFirstOrThrow()
    const item = await db.selectFrom('chatbot_items').selectAll().executeTakeFirstOrThrow()
    const more = Array.from({ length: 520 }, (__, no) => ({
      ...contact,
      id: `contact ${no}`,
      phone_number: `6013${no}`,
      lid: null,
    }))
    await db.insertInto('contacts').values(more).execute()
    const early = { ...item, id: 'an early item', next_item_id: item.id }
    await db.insertInto('chatbot_items').values(early).execute()
  })
  rmSync(embedded.file)
  await moving(from, embedded)
  return rowsIn(from)
}

async function startError(place: MovePlace): Promise<string> {
  const env = place.kind === 'PostgreSQL' ? { DATABASE_URL: place.url } : {}
  const app = await createApp(config(env), { clock: systemClock, log })
  const error = await app.start().then(
    () => '',
    (thrown: unknown) => String(thrown),
  )
  if (error === '') await app.stop()
  return error
}

test('every row moves from PostgreSQL and back, and back again', async () => {
  const before = await fill()
  expect(await rowsIn(embedded)).toEqual(before)
  const tables: CopiedTable[] = []
  await moving(embedded, postgres, (table) => tables.push(table))
  expect(await rowsIn(postgres)).toEqual(before)
  expect(before.chatbot_items).toHaveLength(3)
  expect(Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))).toEqual(
    Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.length])),
  )

  const sums = tables.map(({ name, checksum }) => [name, checksum]).sort()
  tables.length = 0
  const { aside } = await moving(postgres, embedded, (table) => tables.push(table))
  expect(await rowsIn(embedded)).toEqual(before)
  expect(tables.map(({ name, checksum }) => [name, checksum]).sort()).toEqual(sums)
  expect(await rowsIn({ kind: 'embedded', file: aside ?? '' })).toEqual(before)
  // Who searches finds what came back.
  const found = await inside(embedded, (db) =>
    db.selectFrom('search_owners').select('last').execute(),
  )
  expect(found.some(({ last }) => last >= 520)).toBe(true)
})

test('no server starts on what was moved away, and nothing is moved from there', async () => {
  await moving(embedded, postgres)
  expect(await startError(embedded)).toContain('This database was moved to another one')
  const { databaseUrl } = await migratedStore('PostgreSQL')
  const other: MovePlace = { kind: 'PostgreSQL', url: databaseUrl ?? '' }
  await expect(moving(embedded, other)).rejects.toThrow('was moved to another one')
  expect(await startError(postgres)).toBe('')
  // A server has used it since.
  await expect(moving(embedded, postgres)).rejects.toThrow('There is something in the PostgreSQL')
  await moving(postgres, embedded)
  expect(await startError(postgres)).toContain('This database was moved to another one')
  await expect(moving(embedded, postgres)).rejects.toThrow('the data that was moved away from it')
  expect(await startError(embedded)).toBe('')
})

test('no server starts behind a pooler that takes sessions apart, and nothing is moved there', async () => {
  const pooler = await startPgbouncer(postgres.url, ['pool_mode = transaction'])
  onTestFinished(pooler.stop)
  const pooled: MovePlace = { kind: 'PostgreSQL', url: pooler.url }
  expect(await startError(pooled)).toContain('that DATABASE_URL names do not keep a session')
  await expect(moving(embedded, pooled)).rejects.toThrow('have no session of their own')
})

test.each([
  ['to PostgreSQL', false],
  ['back', true],
])(
  'a move %s that was interrupted leaves the source as it was, and is begun anew',
  async (_, isBack) => {
    await inside(embedded, async (db) => {
      await checkSecretKey(db, box)
      await seedUser(db)
    })
    if (isBack) await moving(embedded, postgres)
    const [from, to] = isBack ? [postgres, embedded] : [embedded, postgres]
    const before = await rowsIn(from)
    const cut = moving(from, to, ({ name }) => {
      if (name === 'contacts') throw new Error('cut')
    })
    await expect(cut).rejects.toThrow('cut')
    expect(await rowsIn(from)).toEqual(before)
    expect(await startError(to)).toContain('A move into this database was not finished')
    await moving(from, to)
    expect(await rowsIn(to)).toEqual(await rowsIn(from))
    expect(await startError(from)).toContain('was moved to another one')
  },
)

test('a move that was cut off before its last step is finished', async () => {
  await moving(embedded, postgres)
  await inside(postgres, async (db) => {
    const moveId = await inside(embedded, (old) => readMark(old, box, 'moved'))
    await setMark(db, box, 'unfinished move', moveId ?? '')
  })
  const tables: CopiedTable[] = []
  await moving(embedded, postgres, (table) => tables.push(table))
  expect(tables).toEqual([])
  expect(await startError(postgres)).toBe('')
})

test('while a server uses either side, nothing is moved', async () => {
  const lock = claimDataDir(dataDir)
  await expect(moving(embedded, postgres)).rejects.toThrow('already using the data directory')
  lock.release()
  const elsewhere = await freshStore('SQLite')
  onTestFinished(elsewhere.remove)
  const env = { DATA_DIR: elsewhere.dataDir, DATABASE_URL: postgres.url }
  const app = await createApp(config(env), { clock: systemClock, log })
  await app.start()
  await expect(moving(embedded, postgres)).rejects.toThrow('using the database')
  await app.stop()
})

test('a database that holds anything else is left alone', async () => {
  await inside(postgres, (db) => db.schema.createTable('others').addColumn('id', 'text').execute())
  await expect(moving(embedded, postgres)).rejects.toThrow(
    'do not have the same tables (see others)',
  )
  const { databaseUrl } = await freshStore('PostgreSQL')
  const foreign: MovePlace = { kind: 'PostgreSQL', url: databaseUrl ?? '' }
  await inside(foreign, (db) => db.schema.createTable('others').addColumn('id', 'text').execute())
  await expect(moving(embedded, foreign)).rejects.toThrow('something in the PostgreSQL')
  expect(await startError(embedded)).toBe('')
})

test('without the key of the devices nothing is moved', async () => {
  await inside(embedded, (db) => checkSecretKey(db, createSecretBox(Buffer.alloc(32, 8))))
  await expect(moving(embedded, postgres)).rejects.toThrow('The secret key does not match')
  const without = { ...config(), secretKey: null }
  const deps = { config: without, clock: systemClock, log, onTable: () => {} }
  await expect(move({ from: embedded, to: postgres, media: null }, deps)).rejects.toThrow(
    'There is no secret key',
  )
  expect(readdirSync(dataDir)).not.toContain('secret.key')
})

test('what is not there is not moved', async () => {
  rmSync(embedded.file)
  await expect(moving(embedded, postgres)).rejects.toThrow('There is no installation in')
  const { databaseUrl } = await freshStore('PostgreSQL')
  const empty: MovePlace = { kind: 'PostgreSQL', url: databaseUrl ?? '' }
  await expect(moving(empty, embedded)).rejects.toThrow('There is no installation in')
  writeFileSync(embedded.file, 'something else '.repeat(100))
  await expect(moving(embedded, postgres)).rejects.toThrow('kirim.db cannot be used')
})

test('a NUL in an old text is left out on the way', async () => {
  await inside(embedded, async (db) => {
    await db.insertInto('server_settings').values({ name: 'a', value: 'on\0e' }).execute()
  })
  await moving(embedded, postgres)
  const settings = await inside(postgres, (db) =>
    db.selectFrom('server_settings').selectAll().execute(),
  )
  expect(settings).toEqual([{ name: 'a', value: 'one' }])
})

test('a database that has no tables yet is given them', async () => {
  const { databaseUrl } = await freshStore('PostgreSQL')
  const empty: MovePlace = { kind: 'PostgreSQL', url: databaseUrl ?? '' }
  await moving(embedded, empty)
  expect(await startError(empty)).toBe('')
})
