import { AsyncLocalStorage } from 'node:async_hooks'
import {
  isPnUser,
  jidDecode,
  type SignalKeyStore,
  type SignalRepositoryWithLIDStore,
} from 'baileys'
import { createKeyedLock } from '../../../platform/lock.ts'

/**
 * The sender chooses the group name of a key. PostgreSQL cannot store names of thousands of
 * characters, and a key that cannot be stored ends the connection.
 */
const GROUP_MAX_LENGTH = 128

/** Hooks around the encryption of one message. */
interface Encrypting {
  /**
   * Runs before the message is encrypted for a device, while no inbound message of its owner is
   * being stored. Throws to cancel.
   */
  before(jid: string): Promise<void>
  /** Runs once it is encrypted for a device or group: it can leave from now on. */
  after(jid: string): void
  /** Set if the message is encrypted before it is due. */
  readonly ahead?: {
    /** Resolves when the message is due. */
    moment(): Promise<void>
    /** Like `before`, when the message is due. */
    confirm(jid: string): Promise<void>
  }
}

export const encryptionContext = new AsyncLocalStorage<Encrypting>()

/** Set while encryption may use session keys that are not stored yet. */
export const storesInBackground = new AsyncLocalStorage<true>()

/**
 * Serializes changes of the Signal sessions of one person, or of the sender keys of one group. The
 * driver sends within one long transaction whose changes are stored only after the message was
 * sent. An inbound message from the same person meanwhile starts from the old session, and the
 * later write undoes the other: then neither side can decrypt the other's messages. Here each step
 * runs outside the driver's transaction and is stored by itself, so a session is on disk before a
 * message that uses it is sent. Every message is also encrypted for the owner's phone; the next
 * message need not wait for that write, because the line holds it back until the keys are stored
 * (`hold-line.ts`).
 */
export function serializeSessions(
  repository: SignalRepositoryWithLIDStore,
): SignalRepositoryWithLIDStore {
  const lock = createKeyedLock()
  const outside = AsyncLocalStorage.snapshot()

  /** A person has a number and a LID; the driver stores sessions under the LID once it knows it. */
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
      const sending = encryptionContext.getStore()
      const encrypted = await forPerson(options.jid, async () => {
        await sending?.before(options.jid)
        const message = await storesInBackground.run(true, () => repository.encryptMessage(options))
        sending?.after(options.jid)
        return message
      })
      const ahead = sending?.ahead
      await ahead?.moment()
      if (ahead) await forPerson(options.jid, () => ahead.confirm(options.jid))
      return encrypted
    },
    injectE2ESession: (options) =>
      forPerson(options.jid, () => repository.injectE2ESession(options)),
    migrateSession: (from, to) => forPerson(to, () => repository.migrateSession(from, to)),
    deleteSession: (jids) => outside(() => repository.deleteSession(jids)),
    decryptGroupMessage: (options) =>
      forGroup(options.group, () => repository.decryptGroupMessage(options)),
    encryptGroupMessage: (options) => {
      const sending = encryptionContext.getStore()
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
 * Wraps the keys: reports failed reads and writes before the driver acts on them, and holds the
 * line while a write is pending.
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
      if (!storesInBackground.getStore()) return stored
      holdLine(stored)
    },
  }
}
