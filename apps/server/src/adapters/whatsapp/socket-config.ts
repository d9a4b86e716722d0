import {
  type AuthenticationState,
  DEFAULT_CONNECTION_CONFIG,
  proto,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
} from 'baileys'
import type { ClientVersion } from '../../features/devices/client-version.ports.ts'
import { silentLogger } from './silent-logger.ts'

/** Another server of the protocol, instead of the real one. */
export interface NetworkAddress {
  readonly url: string | null
  /** The public key at the root of its certificates, in hexadecimal. */
  readonly rootKey: string | null
}

/** A network, and what this client calls itself there. */
export interface Dialled extends NetworkAddress {
  readonly version: ClientVersion
}

/** What the driver calls itself unless told otherwise. */
export const PINNED_VERSION: ClientVersion = DEFAULT_CONNECTION_CONFIG.version

/** What the phone lists; the second is also what the client registers as. */
const BROWSER: [string, string, string] = ['Kirim', 'Chrome', '1.0']
export const CLIENT_PLATFORM = proto.DeviceProps.PlatformType.CHROME

/**
 * Sets the driver's network. The root key is a global of the driver, so a process has one network.
 */
export function trustNetwork(address: NetworkAddress): void {
  if (address.rootKey) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(address.rootKey, 'hex')
}

/** The options of every connection. */
export function socketConfig(address: Dialled, auth: AuthenticationState): UserFacingSocketConfig {
  return {
    auth,
    version: [...address.version],
    logger: silentLogger,
    browser: BROWSER,
    waWebSocketUrl: address.url ?? DEFAULT_CONNECTION_CONFIG.waWebSocketUrl,
    // The phone keeps notifying its owner.
    markOnlineOnConnect: false,
    // Events for our own messages are not needed: the ledger already has them.
    emitOwnEvents: false,
    syncFullHistory: false,
    generateHighQualityLinkPreview: false,
  }
}
