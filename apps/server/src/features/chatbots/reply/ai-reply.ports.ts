import type { AiProvider } from '@kirim/contract/settings'

/** The provider to ask, and the key to use. */
export interface AiSource {
  readonly provider: AiProvider
  /** Empty for the provider's default. */
  readonly model: string
  /** Only for `openai-compatible`; otherwise empty. */
  readonly baseUrl: string
  readonly apiKey: string | null
  /** Whether its address may be inside the server's network. */
  readonly reachesPrivate?: boolean
}

/** One line of a chat, as AI gets it. */
export interface ChatLine {
  readonly from: 'contact' | 'us'
  readonly text: string
}

/** A contact's message with everything that the reply may use. */
export interface AiQuestion {
  readonly instruction: string
  /** What the owner wrote about the business; may be empty. */
  readonly knowledge: string
  /** The lines of this chat alone, oldest first, without `message`. */
  readonly history: readonly ChatLine[]
  readonly message: string
}

export type AiFault =
  | 'key_refused'
  | 'rate_limited'
  | 'provider_failed'
  | 'unreachable'
  | 'timeout'
  | 'unreadable'
  /** Longer than any reply to a customer: 256 KB, or 1,000 values. */
  | 'too_large'
  | 'empty'

/** AI wrote no text that can be sent. The error contains nothing of the question. */
export class AiWriteError extends Error {
  override name = 'AiWriteError'
  readonly fault: AiFault

  constructor(fault: AiFault) {
    super(`AI wrote nothing: ${fault}.`)
    this.fault = fault
  }
}

export interface AiWriter {
  /**
   * Takes at most 20 s, returns at most `maxLength` characters, never an empty text. Only throws
   * AiWriteError.
   */
  write(
    request: AiQuestion & { readonly source: AiSource; readonly maxLength: number },
  ): Promise<string>
}

/** What an owner has set, and how much of it is left. Months are `YYYY-MM` in UTC. */
export interface AiAllowance {
  /** Null when no provider is set. */
  source(workspaceId: string): Promise<AiSource | null>
  /** Counts one message; false, counting nothing, when none is left this month or day. */
  take(workspaceId: string, month: string): Promise<boolean>
  /** Refunds a call that wrote nothing. */
  refundCall(workspaceId: string, month: string): Promise<void>
}
