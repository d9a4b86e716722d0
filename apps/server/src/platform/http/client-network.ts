import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv6 customer has at least a /64 of addresses. */
const NETWORK_GROUPS = 4
const NO_ADDRESS = 'no address'

/**
 * An address without the port and the brackets that some proxies write into X-Forwarded-For, and
 * an IPv4 address in any form of IPv6 as itself; null for what is no address. A connection that is
 * gone has none.
 */
export function bareAddress(text: string | undefined): string | null {
  if (!text) return null
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? []
  const address = inBrackets ?? text.replace(/^([^:]*):\d+$/, '$1')
  if (isIPv4(address)) return address
  return isIPv6(address) ? ipaddr.process(address).toString() : null
}

/**
 * The rate-limit key of a client: an IPv4 address, or the /64 network of an IPv6 one. Whatever is
 * no address shares one key, so that nobody gets around a limit by it.
 */
export function clientNetwork(written: string | undefined): string {
  const address = bareAddress(written)
  if (address === null) return NO_ADDRESS
  if (isIPv4(address)) return address
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, NETWORK_GROUPS)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}
