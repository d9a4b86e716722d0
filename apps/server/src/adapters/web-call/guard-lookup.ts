import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

/** The address of a call is in a closed network. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError'
  readonly code = 'ADDRESS_REFUSED'
}

export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** An address needs no lookup, so it is judged before a connection. Brackets are those of IPv6. */
export function isRefused(host: string, isAllowed: (address: string) => boolean): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return isIP(address) !== 0 && !isAllowed(address)
}

/**
 * A lookup that finds allowed addresses alone, for the connection that uses what it found. A name
 * of a closed network is told as one that nobody has: nobody shall find out by asking which names
 * that network knows.
 */
export function guardLookup(
  isAllowed: (address: string) => boolean,
  resolve: Resolve = systemLookup,
): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const allowed = addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (!first) return done(notFound(hostname), '')
      if (options.all) done(null, allowed)
      else done(null, first.address, first.family)
    })
  }
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' })
}
