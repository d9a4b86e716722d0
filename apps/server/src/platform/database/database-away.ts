/** Errors of connections that could not be opened. */
const notConnected = new WeakSet<object>()

/**
 * PostgreSQL has ended the connection (shutdown, crash, start or an administrator), or is
 * read-only.
 */
const AWAY = /^(57P0[1-3]|08...|25006)$/
/** The messages of the library for a lost connection. */
const NO_MORE = /^(Connection terminated|Client has encountered a connection error)/

/** True on a standby, also during a failover. */
export const REFUSES_WRITES = `current_setting('transaction_read_only')::boolean`

/** Rethrows the error of a connection attempt, so that `isDatabaseAway` recognizes it. */
export function markNotConnected(error: unknown): never {
  if (error instanceof Error) notConnected.add(error)
  throw error
}

/** Whether a statement failed because the database is unreachable or the connection was lost. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return notConnected.has(error) || AWAY.test(code) || NO_MORE.test(error.message)
}
