import type { WASocket } from 'baileys'
import { isOverload } from '../connection/refusals.ts'
import { whileOpen } from './while-open.ts'

interface LookUpDeps {
  readonly socket: Pick<WASocket, 'onWhatsApp'>
  /** Aborted with the connection. */
  readonly over: AbortSignal
  /** A question was refused because the device asks too much. */
  onOverload(): void
}

/** Asks the network for the identities of numbers; throws when it does not answer. */
export function createLookUp({ socket, over, onOverload }: LookUpDeps) {
  /** A look-up that is refused for its number rests the device, like a message. */
  async function identitiesOf(phoneNumbers: readonly string[]): Promise<string[]> {
    const asked = whileOpen(socket.onWhatsApp(...phoneNumbers), over)
    const found = await asked.catch((error: unknown) => {
      if (isOverload(error)) onOverload()
      throw error
    })
    if (!found) throw new Error('The network did not answer.')
    return found.filter(({ exists }) => exists).map(({ jid }) => jid)
  }

  return {
    /** The network's identity of a number; null when it has none. */
    async resolve(phoneNumber: string): Promise<string | null> {
      const [jid] = await identitiesOf([phoneNumber])
      return jid ?? null
    },
    /** The same of several numbers in one query; those it does not tell apart are left out. */
    resolveAll: async (phoneNumbers: readonly string[]) =>
      matchIdentities(phoneNumbers, await identitiesOf(phoneNumbers)),
  }
}

/**
 * Which number each identity belongs to. The network names them without the numbers that were
 * asked for: usually an identity holds its number, but some numbers are written in two ways, and an
 * identity may be no number at all. Then the numbers without an identity are left out, to be asked
 * one by one: that of a single number is its own.
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
