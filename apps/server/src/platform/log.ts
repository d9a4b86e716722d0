import { type Logger, type LoggerOptions, pino } from 'pino'
import { DomainError } from './errors.ts'

export type Log = Logger

/** When stdout is blocked, lines beyond this are dropped. */
const WAITING_MAX_BYTES = 8 * 1024 * 1024

const MESSAGE_MAX_LENGTH = 300

/** Writes lines asynchronously and in order. */
function createDestination() {
  const { stdout } = process
  const lines = pino.destination({
    dest: stdout.fd,
    sync: false,
    minLength: 1,
    maxLength: WAITING_MAX_BYTES,
  })
  // Without `flushSync`: pino calls it after a fatal line, which then overtakes those that are
  // being written.
  return {
    write: (line: string) => void lines.write(line),
    flush: (done: () => void) => lines.flush(done),
  }
}

/** Resolves once everything that was logged is written. */
export function flushed(log: Log): Promise<void> {
  return new Promise((done) => log.flush(() => done()))
}

/**
 * The server's log. Callers pass ids, codes and counts only: never message text, phone numbers,
 * tokens or keys. The redaction below is only a second line of defence.
 */
export function createLog(level: string): Log {
  const options: LoggerOptions = {
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
  }
  return pino(options, createDestination())
}

/**
 * Keeps what helps to find a fault; drops what a database, parser or the network may reveal of the
 * data.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  // A refusal is no fault of the code: its code says everything.
  const stack = error instanceof DomainError ? undefined : framesOf(error)
  return { type: error.name, message: messageOf(error), code, stack }
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
