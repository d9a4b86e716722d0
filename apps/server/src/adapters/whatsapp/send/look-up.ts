import type { WASocket } from 'baileys'
import { isOverload } from '../connection/refusals.ts'
import { whileOpen } from './while-open.ts'

interface LookUpDeps {
  readonly socket: Pick<WASocket, 'onWhatsApp'>
  /** Aborted with the connection. */
  readonly over: AbortSignal
  /** A query was refused because of a rate limit. */
  onOverload(): void
}

/** Looks up the network identities of numbers; throws without an answer. */
export function createLookUp({ socket, over, onOverload }: LookUpDeps) {
  /** A rate-limited look-up pauses the device, like a message. */
  async function identitiesOf(phoneNumbers: readonly string[]): Promise<string[]> {
    const query = whileOpen(socket.onWhatsApp(...phoneNumbers), over)
    const found = await query.catch((error: unknown) => {
      if (isOverload(error)) onOverload()
      throw error
    })
    if (!found) throw new Error('The network did not answer.')
    return found.filter(({ exists }) => exists).map(({ jid }) => jid)
  }

  return {
    /** The network identity of a number; null if it has none. */
    async resolve(phoneNumber: string): Promise<string | null> {
      const [jid] = await identitiesOf([phoneNumber])
      return jid ?? null
    },
    /** Looks up several numbers in one query; ambiguous ones are left out. */
    resolveAll: async (phoneNumbers: readonly string[]) =>
      matchIdentities(phoneNumbers, await identitiesOf(phoneNumbers)),
  }
}

/**
 * Matches identities to numbers. The network returns identities without the requested numbers.
 * Usually an identity contains its number, but some numbers have two forms, and an identity may
 * contain none. In that case numbers without a match are left out, to be looked up one by one.
 */
export function matchIdentities(
  phoneNumbers: readonly string[],
  identities: readonly string[],
): ReadonlyMap<string, string | null> {
  const [number] = phoneNumbers
  if (number !== undefined && phoneNumbers.length === 1) {
    return new Map([[number, identities[0] ?? null]])
  }
  const byNumber = new Map(identities.map((jid) => [jid.split(/[:@]/)[0], jid]))
  const matched = new Map(phoneNumbers.map((number) => [number, byNumber.get(number) ?? null]))
  const claimed = new Set(matched.values())
  if (identities.every((jid) => claimed.has(jid))) return matched
  return new Map([...matched].filter(([, jid]) => jid !== null))
}
