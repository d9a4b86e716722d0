import type { Agent as HttpAgent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import type { ProxyScheme } from '@kirim/contract/device-proxy'
import type { Reason } from '@kirim/contract/reason-texts'

/** A proxy with its password: for connecting only, never for responses or logs. */
export interface ProxyAccess {
  readonly scheme: ProxyScheme
  readonly host: string
  readonly port: number
  /** Empty when it asks for none. */
  readonly username: string
  readonly password: string | null
  /** An admin's may be in a private network. */
  readonly byAdmin: boolean
}

export type ProxyTest =
  | { readonly kind: 'works'; readonly latencyMs: number }
  | { readonly kind: 'fails'; readonly reason: Reason }

/** Connects to the network through a proxy, and hangs up. */
export type TestProxy = (proxy: ProxyAccess) => Promise<ProxyTest>

/**
 * What a number connects through; null when directly. Throws UnreadableCredentials when its
 * password was sealed with another key.
 */
export type ProxyOf = (deviceId: string) => Promise<ProxyAccess | null>

/** What HTTP clients are given so that all they do goes through one proxy. */
export interface ThroughProxy {
  /** For Node's clients, by the protocol spoken to the destination. */
  readonly plain: HttpAgent
  readonly secure: HttpsAgent
  /** For `fetch`. */
  readonly dispatcher: NonNullable<RequestInit['dispatcher']>
}

/** What goes through it fails with a ProxyFault while there is no way. */
export type GoThroughProxy = (proxy: ProxyAccess) => Promise<ThroughProxy>

/** Why there is no way through a proxy. */
export type ProxyFaultKind =
  | 'unreachable'
  | 'silent'
  /** What answers there speaks something else, or breaks off. */
  | 'of_another_kind'
  | 'certificate'
  | 'sign_in'
  /** It does not reach the destination, or does not allow it. */
  | 'blocks'
  /** It is in a network that this server does not call for its owner. */
  | 'private'

/** Without a cause: those of the libraries quote the password. */
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
