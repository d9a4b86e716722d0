import {
  type AuthenticationState,
  DEFAULT_CONNECTION_CONFIG,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
} from 'baileys'
import { silentLogger } from './silent-logger.ts'

/** Another server that speaks the protocol, instead of the real one. */
export interface NetworkAddress {
  readonly url: string | null
  /** Hex of the public key its certificates start from. */
  readonly rootKey: string | null
}

/** Points the driver at a network. The root key is the driver's global: one network a process. */
export function trustNetwork(address: NetworkAddress): void {
  if (address.rootKey) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(address.rootKey, 'hex')
}

/** What every connection has in common. */
export function socketConfig(
  address: NetworkAddress,
  auth: AuthenticationState,
): UserFacingSocketConfig {
  return {
    auth,
    logger: silentLogger,
    browser: ['Kirim', 'Chrome', '1.0'],
    waWebSocketUrl: address.url ?? DEFAULT_CONNECTION_CONFIG.waWebSocketUrl,
    // The phone keeps notifying its owner.
    markOnlineOnConnect: false,
    // Own messages come back as events only to be told apart again; the ledger already has them.
    emitOwnEvents: false,
    syncFullHistory: false,
    generateHighQualityLinkPreview: false,
  }
}
