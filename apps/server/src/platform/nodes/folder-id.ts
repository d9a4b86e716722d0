import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file with the id of a folder, which shows whether two nodes see the same folder. */
export const FOLDER_ID = 'folder-id'

/** Null while it has none. */
export function readFolderId(folder: string): string | null {
  try {
    return readFileSync(join(folder, FOLDER_ID), 'utf8').trim() || null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Atomic, because other nodes may read it at the same time. */
export function writeFolderId(folder: string, id: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${FOLDER_ID}.${process.pid}`)
  writeFileSync(draft, `${id}\n`, { mode: 0o600, flush: true })
  renameSync(draft, join(folder, FOLDER_ID))
}
