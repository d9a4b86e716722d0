import { AsyncLocalStorage } from 'node:async_hooks'
import {
  isPnUser,
  jidDecode,
  type SignalKeyStore,
  type SignalRepositoryWithLIDStore,
} from 'baileys'
import { createKeyedLock } from '../../../platform/lock.ts'

/**
 * Whoever writes to us names the group of a key. PostgreSQL keeps no name of thousands of
 * characters, and a key that cannot be kept ends the connection.
 */
const GROUP_MAX_LENGTH = 128

/** What the driver's sending of a message comes to. */
interface Encrypting {
  /**
   * Asked before it is encrypted for a device, while no message of that device's owner is being
   * kept. Throws to encrypt nothing.
   */
  before(jid: string): Promise<void>
  /** It is encrypted for a device or a group, and may leave from now on. */
  after(jid: string): void
  /** Where it is encrypted ahead of its moment. */
  readonly ahead?: {
    /** Resolves at its moment. */
    moment(): Promise<void>
    /** As `before`, once its moment has come. */
    lastly(jid: string): Promise<void>
  }
}

export const encrypting = new AsyncLocalStorage<Encrypting>()

/** Set where the next goes on from keys that are still being stored. */
export const storedLater = new AsyncLocalStorage<true>()

/**
 * Serializes changes of the Signal sessions of one person, or of the sender keys of one group. The
 * driver sends within one long transaction whose changes are only stored once the message was sent.
 * An inbound message from the same person meanwhile starts from the old session, and the later of
 * the two writes undoes the other: from then on neither side can decrypt the other's messages. Here
 * each step leaves the driver's transaction and is stored by itself, so a session is on disk before
 * the message that uses it is sent. Every message is also encrypted for the owner's own phone: the
 * next is while the keys of this one are being stored, and the line holds it back until they are
 * (`hold-line.ts`).
 */
export function inOrder(repository: SignalRepositoryWithLIDStore): SignalRepositoryWithLIDStore {
  const lock = createKeyedLock()
  const outside = AsyncLocalStorage.snapshot()

  /**
   * A person has two identities; the driver stores the sessions under the LID as soon as it knows
   * it.
   */
  async function personOf(jid: string): Promise<string> {
    const lid = isPnUser(jid) ? await repository.lidMapping.getLIDForPN(jid) : null
    return jidDecode(lid ?? jid)?.user ?? jid
  }

  const forPerson = <T>(jid: string, task: () => Promise<T>): Promise<T> =>
    outside(async () => lock(await personOf(jid), task))
  const forGroup = <T>(group: string, task: () => Promise<T>): Promise<T> =>
    outside(() => lock(group, task))

  return {
    ...repository,
    decryptMessage: (options) => forPerson(options.jid, () => repository.decryptMessage(options)),
    encryptMessage: async (options) => {
      const sending = encrypting.getStore()
      const encrypted = await forPerson(options.jid, async () => {
        await sending?.before(options.jid)
        const made = await storedLater.run(true, () => repository.encryptMessage(options))
        sending?.after(options.jid)
        return made
      })
      const ahead = sending?.ahead
      await ahead?.moment()
      if (ahead) await forPerson(options.jid, () => ahead.lastly(options.jid))
      return encrypted
    },
    injectE2ESession: (options) =>
      forPerson(options.jid, () => repository.injectE2ESession(options)),
    migrateSession: (from, to) => forPerson(to, () => repository.migrateSession(from, to)),
    deleteSession: (jids) => outside(() => repository.deleteSession(jids)),
    decryptGroupMessage: (options) =>
      forGroup(options.group, () => repository.decryptGroupMessage(options)),
    encryptGroupMessage: (options) => {
      const sending = encrypting.getStore()
      return forGroup(options.group, async () => {
        const encrypted = await repository.encryptGroupMessage(options)
        sending?.after(options.group)
        return encrypted
      })
    },
    getSenderKeyDistributionMessage: (options) =>
      forGroup(options.group, () => repository.getSenderKeyDistributionMessage(options)),
    processSenderKeyDistributionMessage: async (options) => {
      const group = options.item.groupId ?? ''
      if (group.length > GROUP_MAX_LENGTH) throw new Error('The key is for no group.')
      return forGroup(group, () => repository.processSenderKeyDistributionMessage(options))
    },
    validateSession: (jid) => outside(() => repository.validateSession(jid)),
    getSessionInfo: (jid) => outside(() => repository.getSessionInfo(jid)),
    hasSenderKey: (options) => outside(() => repository.hasSenderKey(options)),
  }
}

/**
 * The same keys; when one cannot be read or stored, it is told before anything comes of it. Nothing
 * leaves before what is stored later.
 */
export function watchKeys(
  keys: SignalKeyStore,
  onFault: (error: unknown) => void,
  holdLine: (stored: Promise<void>) => void,
): SignalKeyStore {
  const tell = (error: unknown) => {
    onFault(error)
    throw error
  }
  return {
    get: async (type, ids) => Promise.resolve(keys.get(type, ids)).catch(tell),
    async set(data) {
      const stored = Promise.resolve(keys.set(data)).catch(tell)
      if (!storedLater.getStore()) return stored
      holdLine(stored)
    },
  }
}
