import { z } from 'zod'

const REASON_MAX_LENGTH = 300
/** Masking reads a word again for each of its letters, so it gets little to read. */
const MASKABLE_LENGTH = 3 * REASON_MAX_LENGTH
/** How providers mask the key they quote: `sk-ab*****wxyz`, `sk-ab...wxyz`. */
const MASKED = /\S*\*{3,}\S*|\S+(?:\.{3}|…)\S+/g

const Message = z.string().trim().min(1)
const ErrorAnswer = z.union([
  z.object({ error: z.object({ message: Message }) }).transform(({ error }) => error.message),
  z.object({ error: Message }).transform(({ error }) => error),
  z.object({ message: Message }).transform(({ message }) => message),
  z.object({ detail: Message }).transform(({ detail }) => detail),
])

/** The provider's own words, else its status; the key never stands in them, not even masked. */
export function reasonOfRefusal(answer: unknown, status: number, apiKey: string | null): string {
  const said = ErrorAnswer.safeParse(answer)
  if (!said.success) return `it answered with status ${status}.`
  const keyless = apiKey ? said.data.replaceAll(apiKey, '…') : said.data
  const text = keyless.slice(0, MASKABLE_LENGTH).replace(MASKED, '…')
  return text.length > REASON_MAX_LENGTH ? `${text.slice(0, REASON_MAX_LENGTH)}…` : text
}

const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at this address.',
  ECONNRESET: 'it broke off the connection.',
  UND_ERR_SOCKET: 'it broke off the connection.',
  ENOTFOUND: 'there is no server with this name.',
  EAI_AGAIN: 'there is no server with this name.',
  ADDRESS_REFUSED: 'this server is not allowed to call private networks.',
}

/** Fixed sentences only: the error of a request may quote what was sent. */
export function reasonOfFault(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it did not answer in time.'
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return BY_CODE[code] ?? 'the connection failed.'
}
