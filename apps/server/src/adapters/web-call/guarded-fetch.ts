import { AddressRefusedError, guardLookup, isRefused, type Resolve } from './guard-lookup.ts'

/**
 * A `fetch` that reaches only allowed addresses. They are checked when connecting, which also
 * covers names that resolve to another address later. A refusal is the cause of the TypeError.
 */
export function createGuardedFetch(
  isAllowed: (address: string) => boolean,
  resolve?: Resolve,
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
  resolve?: Resolve,
): Promise<typeof globalThis.fetch> {
  const { Agent, buildConnector, fetch } = await import('undici')
  const connect = buildConnector({ lookup: guardLookup(isAllowed, resolve), timeout: 10_000 })
  const dispatcher = new Agent({
    connect(options, done) {
      if (isRefused(options.hostname, isAllowed)) return done(new AddressRefusedError(), null)
      connect(options, done)
    },
  })
  // Compatible with Node's own fetch; only the type names come from another package.
  const guarded = (input: string | URL, init?: object) => fetch(input, { ...init, dispatcher })
  return guarded as unknown as typeof globalThis.fetch
}
