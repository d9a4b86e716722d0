import { AsyncLocalStorage } from 'node:async_hooks'
import type { SignalRepositoryWithLIDStore } from 'baileys'
import { createLock } from '../../platform/lock.ts'

/**
 * Lets whatever changes Signal sessions happen one after the other, each stored before the next.
 *
 * The driver sends inside one long transaction whose changes are stored only once the message has
 * left. A message that comes in from the same person meanwhile starts from the old session, and the
 * later of the two writes undoes the other: from then on neither side can read the other. Here each
 * step leaves the driver's transaction and is stored by itself, so a session is also on disk before
 * the message that used it leaves.
 */
export function inOrder(repository: SignalRepositoryWithLIDStore): SignalRepositoryWithLIDStore {
  const lock = createLock()
  const outside = AsyncLocalStorage.snapshot()
  const alone = <T>(task: () => Promise<T>): Promise<T> => outside(() => lock(task))
  return {
    ...repository,
    decryptMessage: (options) => alone(() => repository.decryptMessage(options)),
    decryptGroupMessage: (options) => alone(() => repository.decryptGroupMessage(options)),
    processSenderKeyDistributionMessage: (options) =>
      alone(() => repository.processSenderKeyDistributionMessage(options)),
    encryptMessage: (options) => alone(() => repository.encryptMessage(options)),
    encryptGroupMessage: (options) => alone(() => repository.encryptGroupMessage(options)),
    getSenderKeyDistributionMessage: (options) =>
      alone(() => repository.getSenderKeyDistributionMessage(options)),
    injectE2ESession: (options) => alone(() => repository.injectE2ESession(options)),
    migrateSession: (from, to) => alone(() => repository.migrateSession(from, to)),
    deleteSession: (jids) => alone(() => repository.deleteSession(jids)),
    validateSession: (jid) => outside(() => repository.validateSession(jid)),
    getSessionInfo: (jid) => outside(() => repository.getSessionInfo(jid)),
    hasSenderKey: (options) => outside(() => repository.hasSenderKey(options)),
  }
}
