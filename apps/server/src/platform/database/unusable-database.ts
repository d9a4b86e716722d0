import { StartError } from '../start-error.ts'

/**
 * PostgreSQL's codes for no connection, no access, no such database and no permission; then those
 * of the network; ENOENT for a socket.
 */
const POSTGRES_REFUSALS =
  /^(08\w{3}|28\w{3}|3D000|42501|53300|57P03|ENOENT|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/
/** SQLITE_CORRUPT, SQLITE_CANTOPEN, SQLITE_NOTADB, SQLITE_READONLY, SQLITE_FULL, SQLITE_IOERR. */
const SQLITE_REFUSALS = new Set([11, 14, 26, 8, 13, 10])

/** A failure that may pass, so starting can be retried. */
export class UnusableDatabase extends StartError {}

/**
 * One sentence for a database that cannot be used at all; returns other errors unchanged. Does not
 * show the address, which contains a password.
 */
export function explainUnusableDatabase(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (POSTGRES_REFUSALS.test(code)) {
    return new UnusableDatabase(
      `The database that DATABASE_URL names cannot be used (${code}). Check that it runs, and the address, name and password in DATABASE_URL.`,
    )
  }
  if ('errcode' in error && SQLITE_REFUSALS.has(Number(error.errcode) & 0xff)) {
    return new UnusableDatabase(
      `The database ${file} cannot be used (${error.message}). Restore it from a backup, or set DATA_DIR to another directory.`,
    )
  }
  return error
}
