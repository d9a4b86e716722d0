import { isPnUser, jidDecode, type SignalRepositoryWithLIDStore } from 'baileys'
import { isSignedBy } from '../driver/genuine-signatures.ts'

/**
 * Refuses sessions with devices whose prekey is not signed by their identity key, because libsignal
 * does not verify that. The driver continues with the other devices, and cannot encrypt for this
 * one.
 */
export function createContactKeys(onForged: () => void) {
  const forgedOf = new Set<string>()
  let repository: SignalRepositoryWithLIDStore | null = null

  /** A person has two identities, and keys come with the LID as soon as the driver knows it. */
  async function identitiesOf(jid: string): Promise<string[]> {
    const lid = isPnUser(jid) ? await repository?.lidMapping.getLIDForPN(jid) : null
    return [jid, lid].flatMap((identity) => jidDecode(identity ?? undefined)?.user ?? [])
  }

  return {
    guard(inner: SignalRepositoryWithLIDStore): SignalRepositoryWithLIDStore {
      repository = {
        ...inner,
        async injectE2ESession(options) {
          const { identityKey, signedPreKey } = options.session
          if (isSignedBy(identityKey, signedPreKey.publicKey, signedPreKey.signature)) {
            return inner.injectE2ESession(options)
          }
          forgedOf.add(jidDecode(options.jid)?.user ?? options.jid)
          onForged()
        },
      }
      return repository
    },
    /** Forgets earlier results; called before a message is sent to them. */
    async forget(jid: string): Promise<void> {
      for (const user of await identitiesOf(jid)) forgedOf.delete(user)
    },
    /** Whether one of their keys was forged since then. */
    async areForged(jid: string): Promise<boolean> {
      return (await identitiesOf(jid)).some((user) => forgedOf.has(user))
    },
  }
}
