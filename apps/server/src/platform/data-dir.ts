import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

/** The folders of other parts in the data directory, created on first use. */
const FOLDERS = ['media', 'media-copies', 'sandbox', 'tmp']

/**
 * Creates the data directory and locks it for this process. The lock is an open exclusive
 * transaction, which the operating system ends when the process dies in any way. Throws StartError
 * with one sentence otherwise.
 */
export function claimDataDir(dataDir: string): { release(): void } {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `The data directory ${dataDir} cannot be used (${errnoOf(error)}). Set DATA_DIR to one that can be read and written.`,
    )
  }
  for (const name of FOLDERS) refuseFile(join(dataDir, name))
  const lock = openLock(dataDir)
  return { release: () => lock.close() }
}

/**
 * Level by level: Node's recursive mkdir never returns below a folder such as /proc that allows
 * none.
 */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  mkdirSync(path, { mode: 0o700 })
}

function refuseFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new StartError(
      `${path} is a file where the server needs a folder. Move it away, or set DATA_DIR to another directory.`,
    )
  }
}

function openLock(dataDir: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(dataDir, 'lock.db'))
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    if (/locked|busy/i.test(String(error))) {
      throw new StartError(
        `Another Kirim server is already using the data directory ${dataDir}. Stop it first, or set DATA_DIR to another one.`,
      )
    }
    throw new StartError(`The data directory ${dataDir} cannot be used (${errnoOf(error)}).`)
  }
}

function errnoOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return `${String(error.code)}`
  return error instanceof Error ? error.message : String(error)
}
