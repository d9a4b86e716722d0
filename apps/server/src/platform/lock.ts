import { Mutex } from 'async-mutex'

/** Runs the tasks of each key one by one, in order; different keys do not wait for each other. */
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
