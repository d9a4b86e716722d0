import type { Reason, ReasonCode } from '@kirim/contract/reason-texts'
import { z } from 'zod'

const REASON_MAX_LENGTH = 300
/** Masking reads a word once per letter, so its input is kept short. */
const MASKABLE_LENGTH = 3 * REASON_MAX_LENGTH
/** How providers mask a quoted key: `sk-ab*****wxyz`, `sk-ab...wxyz`. */
const MASKED = /\S*\*{3,}\S*|\S+(?:\.{3}|…)\S+/g

const Message = z.string().trim().min(1)
const ErrorAnswer = z.union([
  z.object({ error: z.object({ message: Message }) }).transform(({ error }) => error.message),
  z.object({ error: Message }).transform(({ error }) => error),
  z.object({ message: Message }).transform(({ message }) => message),
  z.object({ detail: Message }).transform(({ detail }) => detail),
])

/** The provider's own message, otherwise its status; never contains the key, not even masked. */
export function reasonOfRefusal(
  answer: unknown,
  status: number,
  apiKey: string | null,
): string | Reason {
  const parsed = ErrorAnswer.safeParse(answer)
  if (!parsed.success) return reasonOfStatus(status)
  const keyless = apiKey ? parsed.data.replaceAll(apiKey, '…') : parsed.data
  const text = keyless.slice(0, MASKABLE_LENGTH).replace(MASKED, '…')
  return text.length > REASON_MAX_LENGTH ? `${text.slice(0, REASON_MAX_LENGTH)}…` : text
}

export function reasonOfStatus(status: number): Reason {
  return { code: 'ai_status', params: { status } }
}

const BY_CODE: Readonly<Record<string, ReasonCode>> = {
  ECONNREFUSED: 'ai_nothing_there',
  ECONNRESET: 'ai_broken_off',
  UND_ERR_SOCKET: 'ai_broken_off',
  ENOTFOUND: 'ai_no_such_host',
  EAI_AGAIN: 'ai_no_such_host',
  ADDRESS_REFUSED: 'ai_address_refused',
}

/** Fixed sentences only, because the error of a request may quote the request. */
export function reasonOfFault(error: unknown, signal: AbortSignal): Reason {
  if (signal.aborted) return { code: 'ai_timeout', params: {} }
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return { code: BY_CODE[code] ?? 'ai_failed', params: {} }
}
