import { AsyncLocalStorage } from 'node:async_hooks'
import { Semaphore } from 'async-mutex'
import type { SignalKeyStoreWithTransaction, WASocket } from 'baileys'

/** Inbound messages handled concurrently; each waits for one or two transactions. */
const TAKEN_IN_AT_ONCE = 32

/** The chat of the message that is being sent in this async context. */
export const currentChat = new AsyncLocalStorage<string>()

/**
 * Lets the driver handle several chats concurrently. By itself it handles one inbound and one
 * outbound message at a time, so all would wait for each disk write. Messages of a chat stay in
 * order (`take-in-order.ts`), and so do changes of a Signal session (`signal-order.ts`).
 */
export function allowParallelChats({
  messageMutex,
  authState,
}: Pick<WASocket, 'messageMutex' | 'authState'>): void {
  const places = new Semaphore(TAKEN_IN_AT_ONCE)
  messageMutex.mutex = async (task) => places.runExclusive(async () => task())
  const keys: SignalKeyStoreWithTransaction = authState.keys
  const { transaction } = keys
  keys.transaction = (work, key) => {
    const chat = currentChat.getStore()
    const isSending = chat !== undefined && key === authState.creds.me?.id
    return transaction(work, isSending ? `${key} ${chat}` : key)
  }
}
