import { filledText } from '@kirim/contract/errors'
import { aiReasons } from '@kirim/contract/reason-texts'
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
  if (!said.success) return filledText(aiReasons.status, { status })
  const keyless = apiKey ? said.data.replaceAll(apiKey, '…') : said.data
  const text = keyless.slice(0, MASKABLE_LENGTH).replace(MASKED, '…')
  return text.length > REASON_MAX_LENGTH ? `${text.slice(0, REASON_MAX_LENGTH)}…` : text
}

const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: aiReasons.nothing_there,
  ECONNRESET: aiReasons.broken_off,
  UND_ERR_SOCKET: aiReasons.broken_off,
  ENOTFOUND: aiReasons.no_such_host,
  EAI_AGAIN: aiReasons.no_such_host,
  ADDRESS_REFUSED: aiReasons.address_refused,
}

/** Fixed sentences only: the error of a request may quote what was sent. */
export function reasonOfFault(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return aiReasons.timeout
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return BY_CODE[code] ?? aiReasons.failed
}
