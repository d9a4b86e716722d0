import { availableParallelism } from 'node:os'
import { DomainError } from './errors.ts'

interface FairQueueOptions {
  /** Concurrent tasks of all members together. */
  readonly concurrency: number
  /** Additional slots for short tasks only; none by default. */
  readonly reservedForShort: number
  /** The maximum number of waiting tasks per member; further ones are refused. */
  readonly waitingMax: number
}

/**
 * At least two, so that one long task never blocks everybody; at most three, because tasks use
 * memory and libuv's four threads.
 */
const DEFAULT_CONCURRENCY = Math.max(2, Math.min(3, availableParallelism() - 1))
/** Together with the running one, as many as a member may upload at once. */
const DEFAULT_WAITING_MAX = 5

/**
 * Schedules heavy work fairly: one task per member at a time, members round robin. However much
 * others queue, an idle member waits for at most one task of each of them; with a slot reserved for
 * short tasks, a short task waits for at most one short task of each. A task must end by itself,
 * within its own time limit.
 */
export interface FairQueue {
  /** Throws `too_much_waiting` when too many tasks of this member are waiting. */
  run<T>(member: string, task: () => Promise<T>, options?: { short: boolean }): Promise<T>
}

interface Waiting {
  readonly isShort: boolean
  readonly start: () => Promise<void>
}

export function createFairQueue({
  concurrency = DEFAULT_CONCURRENCY,
  reservedForShort = 0,
  waitingMax = DEFAULT_WAITING_MAX,
}: Partial<FairQueueOptions> = {}): FairQueue {
  /** The waiting tasks of each member, in the order in which members are served. */
  const waiting = new Map<string, Waiting[]>()
  /** The members with a running task, and whether it is a short one. */
  const working = new Map<string, boolean>()

  function hasPlace(task: Waiting): boolean {
    if (working.size >= concurrency + reservedForShort) return false
    const long = [...working.values()].filter((isShort) => !isShort).length
    return task.isShort || long < concurrency
  }

  function startNext(): void {
    for (const [member, tasks] of waiting) {
      const [task] = tasks
      if (!task || working.has(member) || !hasPlace(task)) continue
      tasks.shift()
      if (tasks.length === 0) waiting.delete(member)
      working.set(member, task.isShort)
      void task.start().finally(() => leave(member))
    }
  }

  /** A served member goes to the end of the queue. */
  function leave(member: string): void {
    working.delete(member)
    const more = waiting.get(member)
    if (more) {
      waiting.delete(member)
      waiting.set(member, more)
    }
    startNext()
  }

  return {
    run: (member, task, { short } = { short: false }) => {
      const own = waiting.get(member) ?? []
      if (own.length >= waitingMax) return Promise.reject(new DomainError('too_much_waiting'))
      return new Promise((done, fail) => {
        own.push({ isShort: short, start: () => task().then(done, fail) })
        waiting.set(member, own)
        startNext()
      })
    },
  }
}
