import { AsyncLocalStorage } from 'node:async_hooks'
import { Semaphore } from 'async-mutex'
import type { SignalKeyStoreWithTransaction, WASocket } from 'baileys'

/** Messages that the driver takes in at once; each of them has a transaction or two to wait for. */
const TAKEN_IN_AT_ONCE = 32

/** The chat that is being written to. */
export const writingTo = new AsyncLocalStorage<string>()

/**
 * Lets the driver work on several chats at once. Of everything that comes in it takes one message
 * at a time, and of everything that leaves, too: each would wait for the disk alone, with all
 * others behind it. Messages of one chat are in order without that (`take-in-order.ts`), and so is
 * what changes a Signal session (`signal-order.ts`).
 */
export function workSideBySide({
  messageMutex,
  authState,
}: Pick<WASocket, 'messageMutex' | 'authState'>): void {
  const places = new Semaphore(TAKEN_IN_AT_ONCE)
  messageMutex.mutex = async (task) => places.runExclusive(async () => task())
  const keys: SignalKeyStoreWithTransaction = authState.keys
  const { transaction } = keys
  keys.transaction = (work, key) => {
    const chat = writingTo.getStore()
    const isSending = chat !== undefined && key === authState.creds.me?.id
    return transaction(work, isSending ? `${key} ${chat}` : key)
  }
}
