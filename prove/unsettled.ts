import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDatabase } from '../apps/server/src/platform/database/database.ts'
import { createLog } from '../apps/server/src/platform/log.ts'

/**
 * The messages that a stopped server had begun to send without an answer from the network. Works on
 * a copy of the embedded database, which its own server repairs.
 */
export async function unsettledIn(where: { file: string } | { url: string }): Promise<string[]> {
  if ('url' in where) return idsIn(openDatabase(where, createLog('silent')))
  const folder = mkdtempSync(join(tmpdir(), 'kirim-look-'))
  try {
    const file = join(folder, 'copy.db')
    for (const part of ['', '-wal']) {
      if (existsSync(where.file + part)) copyFileSync(where.file + part, file + part)
    }
    return await idsIn(openDatabase({ file }, createLog('silent')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function idsIn(db: Db): Promise<string[]> {
  try {
    const rows = await db
      .selectFrom('outgoing')
      .select('message_id')
      .where('state', '=', 'pending')
      .where('may_have_left', '=', 1)
      .execute()
    return rows.map(({ message_id: id }) => id)
  } finally {
    await db.destroy()
  }
}
