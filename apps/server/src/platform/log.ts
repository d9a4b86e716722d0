import { type Logger, pino } from 'pino'

export type Log = Logger

/**
 * The server's log. Callers pass ids, codes and counts only: never message text, phone numbers,
 * tokens or keys. The redaction below is the second fence, not the first.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: {
      paths: [
        'token',
        'password',
        'authorization',
        'phoneNumber',
        'text',
        'caption',
        'email',
        'secret',
      ].flatMap((key) => [key, `*.${key}`]),
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  })
}

/** Keeps what helps to find a fault; drops what a database or network error may carry of the data. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { type: error.name, message: error.message.slice(0, 300), code, stack: error.stack }
}
