import { AsyncLocalStorage } from 'node:async_hooks'
import type { SignalDataSet, SignalDataTypeMap, WASocket } from 'baileys'
import { currentChat } from './parallel-chats.ts'

/** Where the driver lists the people with stored tokens, so that it can delete old ones. */
const INDEX = '__index'

/**
 * Remembers that a person was issued a privacy token. The driver requests one per person and week
 * after a message, but records that in the transaction of the sending, which has ended by then, so
 * it asks with every message. This reads and writes tokens outside of that transaction. The index
 * of people is not written here: the driver rewrites it for each of them.
 */
export function keepIssuedTokens({ authState }: Pick<WASocket, 'authState'>): void {
  const { keys } = authState
  const { get, set } = keys
  const outside = AsyncLocalStorage.snapshot()
  const isSending = () => currentChat.getStore() !== undefined

  keys.get = <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) =>
    type === 'tctoken' && isSending() ? outside(() => get(type, ids)) : get(type, ids)

  keys.set = (data: SignalDataSet) => {
    const { tctoken, ...others } = data
    if (!tctoken || Object.keys(others).length > 0 || !isSending()) return set(data)
    const { [INDEX]: _, ...issued } = tctoken
    return outside(() => set({ tctoken: issued }))
  }
}
