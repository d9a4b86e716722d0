/** Errors of connections that could not be opened. */
const notConnected = new WeakSet<object>()

/**
 * PostgreSQL ends the connection: it stops, has crashed, starts, or was told to by somebody. Or it
 * can only be read.
 */
const AWAY = /^(57P0[1-3]|08...|25006)$/
/** The same, as the library says it of a connection that is no more. */
const NO_MORE = /^(Connection terminated|Client has encountered a connection error)/

/** True of a standby, also under the name of the server that it is about to replace. */
export const REFUSES_WRITES = `current_setting('transaction_read_only')::boolean`

/** Passes on the error of a connection that could not be opened, known as one from here on. */
export function notOpened(error: unknown): never {
  if (error instanceof Error) notConnected.add(error)
  throw error
}

/** Whether a statement failed because the database could not be reached, or went away meanwhile. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return notConnected.has(error) || AWAY.test(code) || NO_MORE.test(error.message)
}
