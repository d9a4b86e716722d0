import type { Reason } from '@kirim/contract/reason-texts'
import type { AiProvider } from '@kirim/contract/settings'

/** The provider's address and key; null for a provider that needs no key. */
export interface AiAccess {
  readonly provider: AiProvider
  /** Only for `openai-compatible`; otherwise empty. */
  readonly baseUrl: string
  readonly apiKey: string | null
  /**
   * The operator may use a model on the machine or in its network; others only public addresses.
   */
  readonly reachesPrivate?: boolean
}

/**
 * Reasons are half sentences for the user, or the provider's own message; they never contain the
 * key.
 */
export type AccessCheck =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: Reason | string }
  | { readonly kind: 'unreachable'; readonly reason: Reason }

export interface AiProviders {
  /** Checks with the provider whether the key is valid, without any cost. Never throws. */
  check(access: AiAccess, signal: AbortSignal): Promise<AccessCheck>
}
