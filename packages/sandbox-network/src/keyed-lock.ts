/** Runs tasks that share a key one after another, and others side by side. */
export interface KeyedLock {
  run<T>(keys: readonly string[], task: () => Promise<T>): Promise<T>
}

/**
 * All keys of a task are queued for in one step, so two tasks can never wait for each other.
 * A failed task does not hold up those behind it.
 */
export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<void>>()
  return {
    async run(keys, task) {
      const before = keys.map((key) => tails.get(key))
      const { promise, resolve } = Promise.withResolvers<void>()
      for (const key of keys) tails.set(key, promise)
      await Promise.all(before)
      try {
        return await task()
      } finally {
        for (const key of keys) if (tails.get(key) === promise) tails.delete(key)
        resolve()
      }
    },
  }
}
