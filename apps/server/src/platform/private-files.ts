import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the server keeps in its data directory; anything else there is somebody else's. */
const FILES = /^(kirim|lock)\.db(-wal|-shm|-journal)?$|^secret\.key(\.\d+)?$/
const FOLDERS = ['media', 'sandbox', 'tmp']
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const MODE_BITS = 0o777

/**
 * Closes what an earlier version, a restored backup or a generous umask has left open to other users
 * of the machine. Answers the first path that could not be closed, or null.
 */
export function keepToOwner(dataDir: string): string | null {
  const failed: string[] = []

  function close(path: string, mode: number): void {
    try {
      const stat = statSync(path, { throwIfNoEntry: false })
      if (stat && (stat.mode & MODE_BITS & ~mode) !== 0) chmodSync(path, mode)
    } catch {
      failed.push(path)
    }
  }

  function closeAll(folder: string): void {
    close(folder, FOLDER_MODE)
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) closeAll(path)
      else if (entry.isFile()) close(path, FILE_MODE)
    }
  }

  close(dataDir, FOLDER_MODE)
  for (const { name } of entriesOf(dataDir)) {
    if (FILES.test(name)) close(join(dataDir, name), FILE_MODE)
  }
  for (const name of FOLDERS) {
    if (lstatSync(join(dataDir, name), { throwIfNoEntry: false })) closeAll(join(dataDir, name))
  }
  return failed[0] ?? null
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
