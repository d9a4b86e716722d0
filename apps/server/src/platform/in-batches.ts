import { setImmediate } from 'node:timers/promises'
import { pause, systemClock } from './clock.ts'
import { endOfTurn } from './database/together.ts'
import { createKeyedLock } from './lock.ts'

interface Waiting<T> {
  readonly item: T
  resolve(): void
  reject(error: unknown): void
}

/**
 * Writes items per key in their order. Items that arrive in the same turn of the event loop, during
 * a write, or within `restMs` of its beginning, go into one batch, so a burst takes few
 * transactions and a single item does not wait.
 */
export function createBatches<T>(
  most: number,
  write: (key: string, items: readonly T[]) => Promise<void>,
  restMs = 0,
) {
  const lock = createKeyedLock()
  const waiting = new Map<string, Waiting<T>[]>()
  const running = new Set<Promise<unknown>>()
  const startedAt = new Map<string, number>()

  function track<R>(task: Promise<R>): Promise<R> {
    const over = () => running.delete(task)
    running.add(task)
    task.then(over, over)
    return task
  }

  /**
   * Called once per item, so that none is left; mostly an earlier batch has already taken it.
   */
  async function writeNext(key: string): Promise<void> {
    if (!waiting.has(key)) return
    await endOfTurn()
    await rest(key)
    const batch = waiting.get(key)?.splice(0, most) ?? []
    if (waiting.get(key)?.length === 0) waiting.delete(key)
    if (batch.length === 0) return
    try {
      await write(key, items(batch))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else await writeEach(key, batch)
    }
  }

  async function rest(key: string): Promise<void> {
    const ms = (startedAt.get(key) ?? Number.NEGATIVE_INFINITY) + restMs - performance.now()
    const isFull = (waiting.get(key)?.length ?? 0) >= most
    if (ms > 0 && !isFull) await pause(systemClock, ms)
    startedAt.set(key, performance.now())
  }

  /** An item that cannot be written does not block others. */
  async function writeEach(key: string, batch: readonly Waiting<T>[]): Promise<void> {
    for (const { item, resolve, reject } of batch) await write(key, [item]).then(resolve, reject)
  }

  function add(key: string, item: T): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const queue = waiting.get(key) ?? []
    waiting.set(key, queue)
    queue.push({ item, resolve, reject })
    void lock(key, () => writeNext(key))
    return promise
  }

  async function addInTurns(key: string, all: readonly T[]): Promise<void> {
    const faults: unknown[] = []
    for (let at = 0; at < all.length; at += most) {
      if (at > 0) await setImmediate()
      const adding = all.slice(at, at + most).map((item) => add(key, item))
      for (const added of await Promise.allSettled(adding)) {
        if (added.status === 'rejected') faults.push(added.reason)
      }
    }
    if (faults.length > 0) throw faults[0]
  }

  return {
    /**
     * Resolves once all items are written. Others are served after each batch.
     */
    add: (key: string, all: readonly T[]): Promise<void> => track(addInTurns(key, all)),
    /** Runs a task while no batch of the key is being written. */
    between: <R>(key: string, task: () => Promise<R>): Promise<R> => track(lock(key, task)),
    async drained(): Promise<void> {
      await Promise.allSettled(running)
    },
  }
}

function items<T>(batch: readonly Waiting<T>[]): T[] {
  return batch.map(({ item }) => item)
}
