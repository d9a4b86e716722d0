import { Mutex } from 'async-mutex'

/** One after the other for each key, in the order they came; what has another key does not wait. */
export type KeyedLock = <T>(key: string, task: () => Promise<T>) => Promise<T>

export function createKeyedLock(): KeyedLock {
  const mutexes = new Map<string, Mutex>()
  return async (key, task) => {
    const mutex = mutexes.get(key) ?? new Mutex()
    mutexes.set(key, mutex)
    try {
      return await mutex.runExclusive(task)
    } finally {
      if (!mutex.isLocked() && mutexes.get(key) === mutex) mutexes.delete(key)
    }
  }
}
