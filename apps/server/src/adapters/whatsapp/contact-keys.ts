import { isPnUser, jidDecode, type SignalRepositoryWithLIDStore } from 'baileys'
import { isSignedBy } from './genuine-signatures.ts'

/**
 * Opens no session with a device whose signed prekey its owner did not sign; libsignal, told that
 * it only starts a session, looks at no signature. The driver goes on to the other devices and
 * people, and has nothing to encrypt with for this one.
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
    /** Call before a message is sent to them: what was found out before no longer counts. */
    async forget(jid: string): Promise<void> {
      for (const user of await identitiesOf(jid)) forgedOf.delete(user)
    },
    /** Whether a key of theirs turned out to be forged since then. */
    async areForged(jid: string): Promise<boolean> {
      return (await identitiesOf(jid)).some((user) => forgedOf.has(user))
    },
  }
}
