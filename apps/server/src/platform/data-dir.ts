import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

/** An open transaction holds the lock; the operating system ends it when the process dies. */
const ALONE = 'BEGIN EXCLUSIVE'
const SHARED = 'BEGIN; SELECT count(*) FROM sqlite_schema'

/**
 * Creates the data directory and locks it for this process. A server with its own folder `nodeDir`
 * in it locks that one exclusively, and shares the rest with other such servers. Throws StartError
 * when it is taken or unusable.
 */
export function claimDataDir(dataDir: string, nodeDir = dataDir): { release(): void } {
  const isShared = nodeDir !== dataDir
  useFolder(dataDir)
  const lock = openLock(
    dataDir,
    isShared ? SHARED : ALONE,
    `Another Kirim server is already using the data directory ${dataDir}. Stop it first, or set DATA_DIR to another one.`,
  )
  if (!isShared) return { release: () => lock.close() }
  try {
    const own = claimNodeDir(nodeDir)
    return {
      release() {
        own.close()
        lock.close()
      },
    }
  } catch (error) {
    lock.close()
    throw error
  }
}

function claimNodeDir(nodeDir: string): DatabaseSync {
  useFolder(nodeDir)
  return openLock(
    nodeDir,
    ALONE,
    `Another Kirim server is already using ${nodeDir}. Stop it first, or set NODE_NAME, PORT or DATA_DIR to another one.`,
  )
}

function useFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `The data directory ${path} cannot be used (${errnoOf(error)}). Set DATA_DIR to one that can be read and written.`,
    )
  }
}

function openLock(folder: string, take: string, taken: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(folder, 'lock.db'))
    lock.exec(`PRAGMA busy_timeout = 0; ${take}`)
    return lock
  } catch (error) {
    lock?.close()
    if (/locked|busy/i.test(String(error))) throw new StartError(taken)
    throw new StartError(`The data directory ${folder} cannot be used (${errnoOf(error)}).`)
  }
}

function errnoOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return `${String(error.code)}`
  return error instanceof Error ? error.message : String(error)
}
