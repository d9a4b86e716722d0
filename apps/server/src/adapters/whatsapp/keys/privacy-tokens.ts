import { AsyncLocalStorage } from 'node:async_hooks'
import type { SignalDataSet, SignalDataTypeMap, WASocket } from 'baileys'
import { writingTo } from './side-by-side.ts'

/** Where the driver lists the people whose tokens it keeps, so that it can remove old ones. */
const INDEX = '__index'

/**
 * Keeps that a person was given a privacy token. After a message the driver asks the network for
 * it, once a week for each person, but notes that it has in the transaction of the sending, which
 * is over by then: so it asks with every message. Here that is read and written outside of it. The
 * list of all these people is left as it is: the driver writes it anew with each of them.
 */
export function keepIssuedTokens({ authState }: Pick<WASocket, 'authState'>): void {
  const { keys } = authState
  const { get, set } = keys
  const outside = AsyncLocalStorage.snapshot()
  const isSending = () => writingTo.getStore() !== undefined

  keys.get = <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) =>
    type === 'tctoken' && isSending() ? outside(() => get(type, ids)) : get(type, ids)

  keys.set = (data: SignalDataSet) => {
    const { tctoken, ...others } = data
    if (!tctoken || Object.keys(others).length > 0 || !isSending()) return set(data)
    const { [INDEX]: _, ...issued } = tctoken
    return outside(() => set({ tctoken: issued }))
  }
}
