import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Server } from '@kirim/testing/s3-server'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { writeFolderId } from '../platform/nodes/folder-id.ts'
import { type Engine, freshDatabase } from '../testing/engines.ts'
import { seedUser } from '../testing/seed-user.ts'
import { copyMedia } from './move-media.ts'

const AWAY = { code: 'media_storage_away' }

/** Moves the only file, which is not in the folder, into a bucket. */
async function moveMissing(engine: Engine, folderId: string | null) {
  const database = await freshDatabase(engine)
  const bucket = await startS3Server()
  const dataDir = mkdtempSync(join(tmpdir(), 'kirim-move-media-'))
  onTestFinished(async () => {
    await database.close()
    await bucket.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  mkdirSync(join(dataDir, 'media'))
  if (folderId) writeFolderId(join(dataDir, 'media'), folderId)
  const { db } = database
  const workspaceId = await seedUser(db)
  await db
    .insertInto('media')
    .values({
      id: 'file',
      user_id: workspaceId,
      original_name: 'x',
      file_name: `${'0'.repeat(40)}.png`,
      file_type: 'image/png',
      file_size: 5,
      in_library: 1,
      created_at: 0,
      cleaned: 1,
    })
    .execute()
  const config = readConfig({ ...bucket.env, DATA_DIR: dataDir })
  return copyMedia({ config, clock: systemClock, log: createLog('silent') }, db, 'bucket')
}

test('a shared folder that is not mounted has lost no file', async () => {
  await expect(moveMissing('PostgreSQL', null)).rejects.toMatchObject(AWAY)
})

test.each([
  ['PostgreSQL', 'this-one'],
  ['SQLite', null],
] as const)('a file that is missing is counted on %s', async (engine, folderId) => {
  expect(await moveMissing(engine, folderId)).toEqual({ copied: 0, missing: 1 })
})
