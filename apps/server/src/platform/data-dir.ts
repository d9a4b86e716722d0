import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

/**
 * Makes sure the data directory is there and that this process alone uses it. The lock is an open
 * exclusive transaction, which the operating system ends when the process dies, however it dies.
 * Throws StartError with one sentence otherwise.
 */
export function claimDataDir(dataDir: string): { release(): void } {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `The data directory ${dataDir} cannot be used (${errnoOf(error)}). Set DATA_DIR to one that can be read and written.`,
    )
  }
  const lock = openLock(dataDir)
  return { release: () => lock.close() }
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
