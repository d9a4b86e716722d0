/** Runs tasks with a common key one after another, others concurrently. */
export interface KeyedLock {
  run<T>(keys: readonly string[], task: () => Promise<T>): Promise<T>
}

/**
 * A task queues for all its keys in one step, so tasks cannot deadlock. A failed task does not
 * block those behind it.
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
