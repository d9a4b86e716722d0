import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './database.ts'

const FILE_BYTES = 1024 * 1024
const ROW_LENGTH = 256 * 1024

/**
 * Checks that the folder and the database are writable, without leaving anything behind. The
 * embedded database is a file beside the folder; PostgreSQL allocates space before a commit.
 */
export function createStorageCheck(db: Db, folder: string): () => Promise<void> {
  return async () => {
    const path = join(folder, 'room')
    try {
      await writeFile(path, Buffer.alloc(FILE_BYTES, 'room'), { mode: 0o600, flush: true })
    } finally {
      await rm(path, { force: true })
    }
    const trial = await db.startTransaction().execute()
    try {
      await sql`create table room_trial (filling text not null)`.execute(trial)
      await sql`insert into room_trial values (${randomText()})`.execute(trial)
    } finally {
      await trial.rollback().execute()
    }
  }
}

/** PostgreSQL would compress repetitive text to a few bytes. */
function randomText(): string {
  return randomBytes(ROW_LENGTH / 2).toString('hex')
}
