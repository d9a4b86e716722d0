import type { SignalKeyStore } from 'baileys'
import { storedLater } from './signal-order.ts'

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
