import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** More than twice what the tests write, most of it PostgreSQL's databases. */
const ROOM_BYTES = 8e9

/**
 * A folder in memory for what the tests write, which is gone when this process ends; null when
 * there is not enough room, and the tests use the disk. PostgreSQL creates some four hundred files
 * for a database: on a disk, most of its time is spent finding places for them.
 * @returns {string | null}
 */
export function temporaryFolder() {
  if (!existsSync(MEMORY)) return null
  const { bavail, bsize } = statfsSync(MEMORY)
  // Its size says nothing of the memory that is really free, nor of a container's limit.
  if (Math.min(bavail * bsize, process.availableMemory() / 1.5) < ROOM_BYTES) return null
  const folder = mkdtempSync(join(MEMORY, 'kirim-tests-'))
  // The user that PostgreSQL runs as has its folder in here.
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  return folder
}
