import type { Agent as HttpsAgent } from 'node:https'
import {
  type AuthenticationState,
  DEFAULT_CONNECTION_CONFIG,
  fetchLatestWaWebVersion,
  proto,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
} from 'baileys'
import type { ILogger } from 'baileys/lib/Utils/logger.js'
import {
  type ClientVersion,
  isClientVersion,
} from '../../../features/devices/client-version.ports.ts'
import type { ThroughProxy } from '../../../features/devices/proxy/proxy.ports.ts'

/** Another server of the protocol, instead of the real one. */
export interface NetworkAddress {
  readonly url: string | null
  /** The public key at the root of its certificates, in hexadecimal. */
  readonly rootKey: string | null
}

/** A network, the client version to report to it, and the proxy. */
export interface DialTarget extends NetworkAddress {
  readonly version: ClientVersion
  /** Null for a direct connection. */
  readonly through: ThroughProxy | null
}

/** The address of the real network. */
export const LIVE_URL = String(DEFAULT_CONNECTION_CONFIG.waWebSocketUrl)

/** The driver's default client version. */
export const PINNED_VERSION: ClientVersion = DEFAULT_CONNECTION_CONFIG.version

/** Time limit for fetching the current version. */
const VERSION_WITHIN_MS = 10_000

/** The name shown in the phone's list; the client also registers as the second part. */
const BROWSER: [string, string, string] = ['Kirim', 'Chrome', '1.0']
export const CLIENT_PLATFORM = proto.DeviceProps.PlatformType.CHROME

/**
 * The driver counts each retry receipt twice. Phones send up to five, and the last is repeated up
 * to three times; temporary refusals reset the count.
 */
const PASSES_PER_REQUEST = 16

/**
 * Sets the driver's network. The root key is a global of the driver, so a process has one network.
 */
export function trustNetwork(address: NetworkAddress): void {
  if (address.rootKey) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(address.rootKey, 'hex')
}

/** The options of every connection. */
export function socketConfig(
  address: DialTarget,
  auth: AuthenticationState,
): UserFacingSocketConfig {
  const waWebSocketUrl = address.url ?? LIVE_URL
  return {
    ...throughProxy(address.through, waWebSocketUrl),
    auth,
    version: [...address.version],
    maxMsgRetryCount: PASSES_PER_REQUEST,
    logger: silentLogger,
    browser: BROWSER,
    waWebSocketUrl,
    // `limitAttempt` limits the attempt. The driver would also apply this limit to each frame,
    // which costs a tenth of the time of a reply.
    connectTimeoutMs: 0,
    // Keeps notifications on the owner's phone.
    markOnlineOnConnect: false,
    // Events for our own messages are not needed: the ledger already has them.
    emitOwnEvents: false,
    syncFullHistory: false,
    generateHighQualityLinkPreview: false,
  }
}

/**
 * The driver needs the proxy three times: for the connection, for uploads, and for downloads by
 * `fetch`.
 */
function throughProxy(through: ThroughProxy | null, url: string): Partial<UserFacingSocketConfig> {
  if (!through) return {}
  return {
    // The WebSocket client accepts either agent.
    agent: (url.startsWith('wss:') ? through.secure : through.plain) as HttpsAgent,
    fetchAgent: through.secure,
    options: { dispatcher: through.dispatcher },
  }
}

const nothing = () => {}

/** The driver's own log contains phone numbers and message ids, so it is discarded. */
export const silentLogger: ILogger = {
  level: 'silent',
  child: () => silentLogger,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
}

/** Fetches the version of the network's own web client. Rejects without an answer. */
export async function fetchLatest(): Promise<ClientVersion> {
  const { version, isLatest, error } = await fetchLatestWaWebVersion({
    signal: AbortSignal.timeout(VERSION_WITHIN_MS),
  })
  if (!isLatest || !isClientVersion(version))
    throw new Error('The version could not be read.', { cause: error })
  return version
}
