import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { bareAddress } from './client-network.ts'

/**
 * The proxies whose X-Forwarded-For is trusted: this many in a row in front of the server, or those
 * in these networks.
 */
export type TrustedProxies = number | readonly string[]

/** Finds a request's client address, the same way for HTTP and realtime. */
export interface ClientAddresses {
  /** Whether the proxy at `address`, this many hops before the server, is trusted. */
  trusts(address: string, hop: number): boolean
  of(request: IncomingMessage): string
}

/** Throws TypeError for an invalid network. */
export function createClientAddresses(trusted: TrustedProxies): ClientAddresses {
  const trusts =
    typeof trusted === 'number'
      ? (_address: string, hop: number) => hop < trusted
      : trustsNetworks(trusted)
  return {
    trusts,
    of: (request) => (request.socket.remoteAddress ? proxyAddr(request, trusts) : ''),
  }
}

function trustsNetworks(networks: readonly string[]) {
  const trusts = proxyAddr.compile([...networks])
  return (address: string, hop: number) => trusts(bareAddress(address) ?? address, hop)
}
