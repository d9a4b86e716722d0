import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

/** The address of a call belongs to a network that must not be called. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError'
  readonly code = 'ADDRESS_REFUSED'
}

export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Checks a literal IP address, which needs no lookup. IPv6 may be in brackets. */
export function isRefused(host: string, isAllowed: (address: string) => boolean): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return isIP(address) !== 0 && !isAllowed(address)
}

/**
 * A DNS lookup that returns only allowed addresses, so the connection uses what was checked. A name
 * with no allowed address is reported as not found, so that a caller cannot discover which names a
 * private network has.
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
