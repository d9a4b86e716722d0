import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { until } from '@kirim/testing/until'
import { Mutex } from 'async-mutex'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCheckpoints } from './checkpoints.ts'

const PAGES_WITHOUT_THREAD = 10
const PAGES_MAX = 60
const PAGE = 4096

let folder: string
let file: string
let database: DatabaseSync
let checkpoints: ReturnType<typeof createCheckpoints>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kirim-checkpoints-'))
  file = join(folder, 'test.db')
  database = new DatabaseSync(file)
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000',
  )
  database.exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE rows (data BLOB)')
  checkpoints = createCheckpoints(file, new Mutex(), {
    pagesWithoutThread: PAGES_WITHOUT_THREAD,
    pagesMax: PAGES_MAX,
  })
})
afterEach(async () => {
  await checkpoints.close()
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(pages: number): void {
  database.prepare('INSERT INTO rows VALUES (zeroblob(?))').run(pages * PAGE)
  checkpoints.committed()
}

const inDatabase = () => statSync(file).size / PAGE
const copied = (pages: number) => until(`${pages} pages are copied`, () => inDatabase() >= pages)
/** Two numbers in the head of the log that change when it is started anew. */
const logId = () => readFileSync(`${file}-wal`).subarray(16, 24).toString('hex')

test('the log is copied again and again, and started anew by the thread alone', async () => {
  write(10)
  const first = logId()
  await copied(10)
  write(10)
  await copied(20)
  // Nothing is new: this must not let go of the log.
  checkpoints.committed()
  write(10)
  expect(logId()).toBe(first)
  await copied(30)
  expect(logId()).toBe(first)

  write(PAGES_MAX)
  await until('the log is started anew', () => logId() !== first)
  const second = logId()
  write(10)
  await copied(30 + PAGES_MAX + 10)
  write(1)
  expect(logId()).toBe(second)
  const { rows } = database.prepare('SELECT count(*) AS rows FROM rows').get() ?? {}
  expect(rows).toBe(6)
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

test('a log that is short is not copied: no thread begins for it', async () => {
  vi.useFakeTimers()
  write(PAGES_WITHOUT_THREAD / 2)
  const before = inDatabase()
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await checkpoints.close()
  expect(inDatabase()).toBe(before)
})
