/** One after the other, in the order they came. */
export type Lock = <T>(task: () => Promise<T>) => Promise<T>

export function createLock(): Lock {
  let last: Promise<void> = Promise.resolve()
  return (task) => {
    const mine = last.then(task)
    const over = () => {}
    last = mine.then(over, over)
    return mine
  }
}

/** One after the other for each key; what has another key does not wait. */
export type KeyedLock = <T>(key: string, task: () => Promise<T>) => Promise<T>

export function createKeyedLock(): KeyedLock {
  const locks = new Map<string, { lock: Lock; users: number }>()
  return async (key, task) => {
    const held = locks.get(key) ?? { lock: createLock(), users: 0 }
    locks.set(key, held)
    held.users += 1
    try {
      return await held.lock(task)
    } finally {
      held.users -= 1
      if (held.users === 0) locks.delete(key)
    }
  }
}
