import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { newId } from '../ids.ts'

/**
 * The name of a data directory, made at its first use: of two servers each has its own, a copy of
 * the other's directory included.
 */
export function nodeHome(dataDir: string): string {
  const file = join(dataDir, 'node-id')
  try {
    writeFileSync(file, newId(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const id = readFileSync(file, 'utf8').trim()
  return `${id} ${hostname()} ${statSync(dataDir).ino}`
}
