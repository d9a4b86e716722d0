/** Runs the tasks of each key one by one, in order; different keys do not wait for each other. */
export type KeyedLock = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** A chain of promises for each key that is in use: every message goes through a dozen locks. */
export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const before = last.get(key)
    const run = async () => task()
    const running = before ? before.then(run, run) : run()
    last.set(key, running)
    const free = () => {
      if (last.get(key) === running) last.delete(key)
    }
    running.then(free, free)
    return running
  }
}
