import type { Clock } from '../../platform/clock.ts'
import type { Sign } from '../../platform/crypto/signer.ts'
import { clientNetwork } from '../../platform/http/client-network.ts'
import type { KnownAddressesRepository } from './known-addresses.repository.ts'
import type { KnownBrowsers } from './known-browsers.ts'

/** Where a sign-in comes from. */
export interface SignInPlace {
  readonly address: string
  readonly cookieHeader: string | undefined
}

interface PlacesDeps {
  readonly browsers: KnownBrowsers
  readonly addresses: KnownAddressesRepository
  readonly sign: Sign
  readonly clock: Clock
}

/**
 * Counts the failed sign-ins of an account separately for each browser and address that has signed
 * in to it before, and once for all others together, so that strangers can only use up their own
 * attempts.
 */
export function createSignInPlaces({ browsers, addresses, sign, clock }: PlacesDeps) {
  const hashOf = (personId: string, address: string) =>
    sign('known address', personId, clientNetwork(address))

  return {
    /**
     * The key under which failures from this place are counted. An unknown e-mail needs the same
     * look-ups.
     */
    async counterOf(
      email: string,
      personId: string | undefined,
      { address, cookieHeader }: SignInPlace,
    ): Promise<string> {
      const id = personId ?? ''
      const hash = hashOf(id, address)
      const isKnownAddress = await addresses.has(id, hash, clock.now())
      const browser = browsers.idFor(id, cookieHeader)
      const account = email.toLowerCase()
      if (browser) return `${account} browser ${browser}`
      return isKnownAddress ? `${account} address ${hash}` : account
    },

    /** Records a successful sign-in; returns the `Set-Cookie` for the browser. */
    async remember(personId: string, { address, cookieHeader }: SignInPlace): Promise<string> {
      await addresses.remember(personId, hashOf(personId, address), clock.now())
      return browsers.cookieFor(personId, cookieHeader)
    },
  }
}

export type SignInPlaces = ReturnType<typeof createSignInPlaces>
