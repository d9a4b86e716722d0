import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/**
 * Whose X-Forwarded-For is believed: that of so many proxies in a row in front of the server, or of
 * those in these networks.
 */
export type TrustedProxies = number | readonly string[]

/** How a request's address is found, the same for HTTP and realtime. */
export interface ClientAddresses {
  /** Whether the proxy at `address`, so many steps before the server, is believed. */
  believes(address: string, hop: number): boolean
  of(request: IncomingMessage): string
}

/** Throws TypeError for what is no network. */
export function createClientAddresses(trusted: TrustedProxies): ClientAddresses {
  const believes =
    typeof trusted === 'number'
      ? (_address: string, hop: number) => hop < trusted
      : proxyAddr.compile([...trusted])
  return {
    believes,
    of: (request) => (request.socket.remoteAddress ? proxyAddr(request, believes) : ''),
  }
}
