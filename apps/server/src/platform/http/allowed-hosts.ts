import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isLoopbackHost } from '../loopback.ts'

const HOST_HEADER = /^(\[[0-9a-f:.]{2,45}\]|[^:[\]/@?#\\\s]{1,253})(?::(\d{1,5}))?$/i
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' }
const EVERY_INTERFACE = new Set(['0.0.0.0', '::', ''])

/** A name that the server answers to; with `port`, only there. */
export interface AllowedHost {
  /** In lower case; one that begins with `*.` stands for every name below. */
  readonly name: string
  readonly port: string | null
}

export interface HostOptions {
  /** Where the server listens. */
  readonly host: string
  readonly publicUrl: string | null
  readonly mediaUrl: string | null
  readonly allowedHosts: readonly AllowedHost[]
}

/** Which names the server answers to, and which pages may open its realtime connection. */
export interface HostPolicy {
  /** Whether a request with this Host header is meant for this server. */
  answersTo(host: string | undefined): boolean
  /** Whether the header is an address or a name of this machine's own, as probes use. */
  isProbe(host: string | undefined): boolean
  /**
   * Whether a page of this origin may connect: of the host that is asked, or of the server's public
   * address. No origin is a program that is no browser.
   */
  welcomes(origin: string | undefined, host: string | undefined): boolean
}

/** Whether a request names its host twice: a proxy in front may have believed the other one. */
export function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** The name and port of a Host header; null for what is none. */
export function parseHost(header: string): AllowedHost | null {
  const [whole, name = '', port = null] = HOST_HEADER.exec(header) ?? []
  return whole ? { name: name.toLowerCase().replace(/\.$/, ''), port } : null
}

/**
 * A page of a foreign site whose name is made to point at this server (DNS rebinding) is refused by
 * the name it asks for. A literal address cannot be rebound: it is answered while the server
 * listens on every interface and has been given no name.
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
    answersTo(header) {
      // Only HTTP/1.0 comes without one, and no browser speaks it.
      if (header === undefined) return true
      const host = parseHost(header)
      return host !== null && (isNamed(host) || (takesAddresses && isAddress(host.name)))
    },
    isProbe(header) {
      const host = header === undefined ? null : parseHost(header)
      return host !== null && (isLoopbackHost(host.name) || isAddress(host.name))
    },
    welcomes(origin, header) {
      if (origin === undefined || origin === publicOrigin) return true
      // A proxy may speak HTTPS in front of this server: the scheme is the browser's to know.
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
