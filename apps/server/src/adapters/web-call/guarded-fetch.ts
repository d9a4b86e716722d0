import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

/** The address of a call is in a closed network. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError'
  readonly code = 'ADDRESS_REFUSED'
}

type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * A `fetch` that reaches only allowed addresses. Each is checked when connecting, so a name that
 * resolves to another address a moment later is checked, too. A refusal is the cause of the
 * TypeError.
 */
export function createGuardedFetch(
  isAllowed: (address: string) => boolean,
  resolve: Resolve = systemLookup,
): typeof globalThis.fetch {
  let reach: Promise<typeof globalThis.fetch> | undefined
  return async (input, init) => {
    reach ??= build(isAllowed, resolve)
    return (await reach)(input, init)
  }
}

/** Few servers make calls, so the library is loaded with the first one. */
async function build(
  isAllowed: (address: string) => boolean,
  resolve: Resolve,
): Promise<typeof globalThis.fetch> {
  const { Agent, buildConnector, fetch } = await import('undici')
  const connect = buildConnector({ lookup: guardLookup(isAllowed, resolve), timeout: 10_000 })
  const dispatcher = new Agent({
    connect(options, done) {
      // A literal address has no lookup, so it is checked here.
      const host = options.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) && !isAllowed(host)) return done(new AddressRefusedError(), null)
      connect(options, done)
    },
  })
  // Compatible with Node's own fetch; only the type names come from another package.
  const guarded = (input: string | URL, init?: object) => fetch(input, { ...init, dispatcher })
  return guarded as unknown as typeof globalThis.fetch
}

function guardLookup(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const allowed = addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (!first) return done(new AddressRefusedError(), '')
      if (options.all) done(null, allowed)
      else done(null, first.address, first.family)
    })
  }
}
