import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { isStorageFull } from '../storage-room.ts'
import { createStorageCheck } from './check-storage.ts'

describe.each(engines)('trying for room on %s', (engine) => {
  async function start() {
    const { db, close } = await freshDatabase(engine)
    const folder = mkdtempSync(join(tmpdir(), 'kirim-room-'))
    onTestFinished(async () => {
      await close()
      rmSync(folder, { recursive: true })
    })
    return { db, folder, tryRoom: createStorageCheck(db, folder) }
  }

  test('leaves nothing behind, and can be done again', async () => {
    const { db, folder, tryRoom } = await start()
    await tryRoom()
    await tryRoom()
    expect(readdirSync(folder)).toEqual([])
    const tables = await db.introspection.getTables()
    expect(tables.map(({ name }) => name)).not.toContain('room_trial')
  })

  test('a folder that cannot be written is told', async () => {
    const { db, folder } = await start()
    await expect(createStorageCheck(db, join(folder, 'none'))()).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })

  test.runIf(engine === 'SQLite')('a full database is told, until there is room', async () => {
    const { db, tryRoom } = await start()
    await sql`pragma max_page_count = 1`.execute(db)
    expect(isStorageFull(await tryRoom().catch((error: unknown) => error))).toBe(true)
    await sql`pragma max_page_count = 1000000`.execute(db)
    await tryRoom()
  })
})
