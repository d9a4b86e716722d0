import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

const KEY_BYTES = 32

/**
 * The key that encrypts credentials at rest: the given one, otherwise the file `secret.key` in the
 * data directory, created on first start with mode 0600.
 */
export function loadSecretKey(dataDir: string, configured: Buffer | null): Buffer {
  if (configured) return configured
  const file = join(dataDir, 'secret.key')
  const key = Buffer.from(readOrWrite(file).trim(), 'base64')
  if (key.length !== KEY_BYTES) {
    throw new StartError(
      `${file} does not contain a key of ${KEY_BYTES} bytes in base64. Restore it from a backup, or set SECRET_KEY.`,
    )
  }
  return key
}

function readOrWrite(file: string): string {
  try {
    if (!existsSync(file)) writeNewKey(file)
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new StartError(
      `The key file ${file} cannot be used (${reason}). Restore it from a backup, or set SECRET_KEY.`,
    )
  }
}

/** Atomic: a half-written key file would make every stored credential unreadable. */
function writeNewKey(file: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, {
    mode: 0o600,
    flush: true,
  })
  chmodSync(draft, 0o600)
  linkSync(draft, file)
  rmSync(draft)
}
