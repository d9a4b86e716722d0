import type { Agent as HttpAgent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import type { ProxyScheme } from '@kirim/contract/device-proxy'
import type { Reason } from '@kirim/contract/reason-texts'

/** A proxy with its password: for connecting only, never for responses or logs. */
export interface ProxyAccess {
  readonly scheme: ProxyScheme
  readonly host: string
  readonly port: number
  /** Empty without authentication. */
  readonly username: string
  readonly password: string | null
  /** Whether its address may be private. */
  readonly reachesPrivate: boolean
}

export type ProxyTest =
  | { readonly kind: 'works'; readonly latencyMs: number }
  | { readonly kind: 'fails'; readonly reason: Reason }

/** Connects to the network through a proxy, and hangs up. */
export type TestProxy = (proxy: ProxyAccess) => Promise<ProxyTest>

/**
 * The proxy of a number; null for a direct connection. Throws UnreadableCredentials when its
 * password was sealed with another key.
 */
export type ProxyOf = (deviceId: string) => Promise<ProxyAccess | null>

/** Agents that send all requests of HTTP clients through one proxy. */
export interface ThroughProxy {
  /** For Node's clients, by the protocol spoken to the destination. */
  readonly plain: HttpAgent
  readonly secure: HttpsAgent
  /** For `fetch`. */
  readonly dispatcher: NonNullable<RequestInit['dispatcher']>
}

/** Requests fail with a ProxyFault while the proxy does not work. */
export type GoThroughProxy = (proxy: ProxyAccess) => Promise<ThroughProxy>

/** Why a proxy does not work. */
export type ProxyFaultKind =
  | 'unreachable'
  | 'silent'
  /** It speaks another protocol, or closes the connection. */
  | 'of_another_kind'
  | 'certificate'
  | 'sign_in'
  /** It does not reach the destination, or does not allow it. */
  | 'blocks'
  /** It has a private address, which is not allowed for its owner. */
  | 'private'

/** Without a cause, because errors of the libraries contain the password. */
export class ProxyFault extends Error {
  override name = 'ProxyFault'
  readonly kind: ProxyFaultKind

  constructor(kind: ProxyFaultKind) {
    super(`There is no way through the proxy (${kind}).`)
    this.kind = kind
  }
}

/** Settings of the whole server, by name. */
export interface ServerSettings {
  read(name: string): Promise<string | null>
  write(name: string, value: string): Promise<void>
}
