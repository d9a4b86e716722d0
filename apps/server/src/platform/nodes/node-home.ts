import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { newId } from '../ids.ts'

/** The id of a server's own folder, created at its first use. A copied folder gets a new id. */
export function nodeHome(nodeDir: string): string {
  const file = join(nodeDir, 'node-id')
  mkdirSync(nodeDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, newId(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const id = readFileSync(file, 'utf8').trim()
  return `${id} ${hostname()} ${statSync(nodeDir).ino}`
}
