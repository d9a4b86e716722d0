import { type Logger, pino } from 'pino'

export type Log = Logger

const MESSAGE_MAX_LENGTH = 300

/**
 * The server's log. Callers pass ids, codes and counts only: never message text, phone numbers,
 * tokens or keys. The redaction below is only a second line of defence.
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

/**
 * Keeps what helps to find a fault; drops what a database, parser or the network may reveal of the
 * data.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { type: error.name, message: messageOf(error), code, stack: framesOf(error) }
}

/** A parser quotes its input, a database the refused value, the network a number. */
function messageOf(error: Error): string | undefined {
  if (error instanceof SyntaxError || 'severity' in error) return undefined
  return String(error.message)
    .replaceAll(/\d{7,}/g, '[digits]')
    .slice(0, MESSAGE_MAX_LENGTH)
}

/** The stack without the message at its start. */
function framesOf({ stack = '', message }: Error): string {
  const lines = stack.replace(String(message), '').split('\n')
  return lines.filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line)).join('\n')
}
