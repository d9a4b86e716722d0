import type { WASocket } from 'baileys'
import { isOverload } from '../connection/overload.ts'
import { matchIdentities } from './match-identities.ts'
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
