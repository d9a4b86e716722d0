import type { Reason } from '@kirim/contract/reason-texts'
import type { AiProvider } from '@kirim/contract/settings'

/** Where AI is asked, and with which key; null for a provider that needs none. */
export interface AiAccess {
  readonly provider: AiProvider
  /** Only for `openai-compatible`; else empty. */
  readonly baseUrl: string
  readonly apiKey: string | null
  /**
   * Who runs the machine may name a model on it or in its network; others only public addresses.
   */
  readonly byAdmin?: boolean
}

/**
 * Reasons are half sentences for the user, a provider's own words where they are no `Reason`; they
 * never hold the key.
 */
export type AccessCheck =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: Reason | string }
  | { readonly kind: 'unreachable'; readonly reason: Reason }

export interface AiProviders {
  /** Asks the provider whether it takes this key, without spending anything. Never throws. */
  check(access: AiAccess, signal: AbortSignal): Promise<AccessCheck>
}
