import { chmodSync, readdirSync, statSync } from 'node:fs'
import { chmod, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Part } from './lifecycle.ts'
import type { Log } from './log.ts'

/** Files 0600, folders 0700. */
export const OWNER_ONLY_UMASK = 0o077

/** The server's files in its data directory; others belong to somebody else. */
const FILES = /^(kirim|lock)\.db(-wal|-shm|-journal)?$|^secret\.key(\.\d+)?$/
const FOLDERS = ['media', 'nodes', 'sandbox', 'tmp']
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const MODE_BITS = 0o777

/**
 * Removes the access of other users that an earlier version, a restored backup or a permissive
 * umask left: to the data directory, its own files and its folders, and so to all that is in them.
 * Returns the first path that could not be closed, or null.
 */
export function restrictToOwner(dataDir: string): string | null {
  const failed: string[] = []

  function close(path: string, mode: number): void {
    try {
      const stat = statSync(path, { throwIfNoEntry: false })
      if (stat && isOpen(stat.mode, mode)) chmodSync(path, mode)
    } catch {
      failed.push(path)
    }
  }

  close(dataDir, FOLDER_MODE)
  for (const name of namesIn(dataDir)) {
    if (FILES.test(name)) close(join(dataDir, name), FILE_MODE)
  }
  for (const path of foldersIn(dataDir)) close(path, FOLDER_MODE)
  return failed[0] ?? null
}

/** Closes the files in the folders one by one, yielding in between: a library can be large. */
export function createPrivateFiles(dataDir: string, log: Log): Part {
  let stopping = false
  let closing: Promise<void> = Promise.resolve()

  async function closeIn(folder: string): Promise<void> {
    for await (const entry of await opendir(folder)) {
      if (stopping) return
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        await close(path, FOLDER_MODE)
        await closeIn(path)
      } else if (entry.isFile()) {
        await close(path, FILE_MODE)
      }
    }
  }

  return {
    name: 'private files',
    async start() {
      closing = Promise.all(
        foldersIn(dataDir).map((folder) => closeIn(folder).catch((error) => warn(error, folder))),
      ).then(() => {})
    },
    async stop() {
      stopping = true
      await closing
    },
  }

  async function close(path: string, mode: number): Promise<void> {
    try {
      if (isOpen((await stat(path)).mode, mode)) await chmod(path, mode)
    } catch (error) {
      warn(error, path)
    }
  }

  /** A file that is gone by now needs no closing. */
  function warn(error: unknown, path: string): void {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isGone) log.warn({ path }, 'other users of this machine may be able to read this')
  }
}

function isOpen(found: number, wanted: number): boolean {
  return (found & MODE_BITS & ~wanted) !== 0
}

function foldersIn(dataDir: string): string[] {
  return FOLDERS.map((name) => join(dataDir, name)).filter((path) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory(),
  )
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
