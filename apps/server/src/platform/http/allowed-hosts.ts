import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isLoopbackHost } from '../loopback.ts'

const HOST_HEADER = /^(\[[0-9a-f:.]{2,45}\]|[^:[\]/@?#\\\s]{1,253})(?::(\d{1,5}))?$/i
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' }
const EVERY_INTERFACE = new Set(['0.0.0.0', '::', ''])

/** A host name that the server accepts; with `port`, only on that port. */
export interface AllowedHost {
  /** In lower case; `*.` at the start matches every subdomain. */
  readonly name: string
  readonly port: string | null
}

export interface HostOptions {
  /** The address on which the server listens. */
  readonly host: string
  readonly publicUrl: string | null
  readonly mediaUrl: string | null
  readonly allowedHosts: readonly AllowedHost[]
}

/** Which host names the server accepts, and which pages may open its realtime connection. */
export interface HostPolicy {
  /** Whether a request with this Host header is accepted. */
  accepts(host: string | undefined): boolean
  /** Whether the header is an IP address or one of this machine's names, as health probes use. */
  isProbe(host: string | undefined): boolean
  /**
   * Whether a page of this origin may connect: that of the requested host or of the server's public
   * address. Only programs other than browsers send no origin.
   */
  allowsOrigin(origin: string | undefined, host: string | undefined): boolean
}

/** Whether a request has two Host headers: a proxy in front may have used the other one. */
export function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** The name and port of a Host header; null when it is invalid. */
export function parseHost(header: string): AllowedHost | null {
  const [whole, name = '', port = null] = HOST_HEADER.exec(header) ?? []
  return whole ? { name: name.toLowerCase().replace(/\.$/, ''), port } : null
}

/**
 * Prevents DNS rebinding: a foreign page whose name points at this server is refused by the name in
 * its request. Literal addresses cannot be rebound: they are accepted while the server listens on
 * all interfaces and has no configured name.
 */
export function createHostPolicy(options: HostOptions): HostPolicy {
  const named = [options.publicUrl, options.mediaUrl].flatMap((url) => (url ? [hostOf(url)] : []))
  const own = EVERY_INTERFACE.has(options.host) ? [] : [bare(options.host)]
  const names = new Set([...named, ...own])
  const isUnnamed = !options.publicUrl && options.allowedHosts.length === 0
  const takesAddresses = EVERY_INTERFACE.has(options.host) && isUnnamed
  const publicOrigin = options.publicUrl ? new URL(options.publicUrl).origin : null

  function isNamed(host: AllowedHost): boolean {
    return (
      isLoopbackHost(host.name) ||
      names.has(bare(host.name)) ||
      options.allowedHosts.some((allowed) => matches(allowed, host))
    )
  }

  return {
    accepts(header) {
      // Only HTTP/1.0 has no Host header, and no browser uses it.
      if (header === undefined) return true
      const host = parseHost(header)
      return host !== null && (isNamed(host) || (takesAddresses && isAddress(host.name)))
    },
    isProbe(header) {
      const host = header === undefined ? null : parseHost(header)
      return host !== null && (isLoopbackHost(host.name) || isAddress(host.name))
    },
    allowsOrigin(origin, header) {
      if (origin === undefined || origin === publicOrigin) return true
      // A proxy may terminate HTTPS in front of this server, so only the browser knows the scheme.
      const [, scheme = '', authority = ''] = /^(https?):\/\/(.+)$/i.exec(origin) ?? []
      const [from, to] = [parseHost(authority), parseHost(header ?? '')]
      if (from === null || to === null || from.name !== to.name) return false
      const port = DEFAULT_PORTS[scheme.toLowerCase()]
      return (from.port ?? port) === (to.port ?? port)
    },
  }
}

function matches(allowed: AllowedHost, host: AllowedHost): boolean {
  if (allowed.port !== null && allowed.port !== host.port) return false
  const isSame = allowed.name.startsWith('*.')
    ? host.name.endsWith(allowed.name.slice(1))
    : host.name === allowed.name
  return isSame
}

function isAddress(name: string): boolean {
  return isIP(bare(name)) !== 0
}

function bare(name: string): string {
  return name.toLowerCase().replace(/^\[|\]$/g, '')
}

function hostOf(url: string): string {
  return bare(new URL(url).hostname)
}
