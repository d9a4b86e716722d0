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

/** A network, what this client calls itself there, and the way to it. */
export interface Dialled extends NetworkAddress {
  readonly version: ClientVersion
  /** Null: directly. */
  readonly through: ThroughProxy | null
}

/** Of the real network. */
export const LIVE_URL = String(DEFAULT_CONNECTION_CONFIG.waWebSocketUrl)

/** What the driver calls itself unless told otherwise. */
export const PINNED_VERSION: ClientVersion = DEFAULT_CONNECTION_CONFIG.version

/** For the network's own web client to name its version. */
const VERSION_WITHIN_MS = 10_000

/** What the phone lists; the second is also what the client registers as. */
const BROWSER: [string, string, string] = ['Kirim', 'Chrome', '1.0']
export const CLIENT_PLATFORM = proto.DeviceProps.PlatformType.CHROME

/**
 * The driver counts each pass of a request for a copy twice. Phones ask up to five times, and their
 * last request is repeated up to three times; what is refused for now counts anew.
 */
const PASSES_PER_REQUEST = 16

/**
 * Sets the driver's network. The root key is a global of the driver, so a process has one network.
 */
export function trustNetwork(address: NetworkAddress): void {
  if (address.rootKey) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(address.rootKey, 'hex')
}

/** The options of every connection. */
export function socketConfig(address: Dialled, auth: AuthenticationState): UserFacingSocketConfig {
  const waWebSocketUrl = address.url ?? LIVE_URL
  return {
    ...throughProxy(address.through, waWebSocketUrl),
    auth,
    version: [...address.version],
    maxMsgRetryCount: PASSES_PER_REQUEST,
    logger: silentLogger,
    browser: BROWSER,
    waWebSocketUrl,
    // `limitAttempt` has it. The driver would hold each frame that it sends to it, too, and keep
    // two stacks for that, a tenth of the time of an answer.
    connectTimeoutMs: 0,
    // The phone keeps notifying its owner.
    markOnlineOnConnect: false,
    // Events for our own messages are not needed: the ledger already has them.
    emitOwnEvents: false,
    syncFullHistory: false,
    generateHighQualityLinkPreview: false,
  }
}

/**
 * The driver takes three ways of its own: the connection, uploads (both Node's), and `fetch` for
 * what it downloads.
 */
function throughProxy(through: ThroughProxy | null, url: string): Partial<UserFacingSocketConfig> {
  if (!through) return {}
  return {
    // It is handed to the WebSocket's client, which takes either.
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

/** What the network's own web client calls itself. Rejects when it does not answer. */
export async function fetchLatest(): Promise<ClientVersion> {
  const { version, isLatest, error } = await fetchLatestWaWebVersion({
    signal: AbortSignal.timeout(VERSION_WITHIN_MS),
  })
  if (!isLatest || !isClientVersion(version))
    throw new Error('The version could not be read.', { cause: error })
  return version
}
