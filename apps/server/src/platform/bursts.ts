import type { Clock } from './clock.ts'

/**
 * Debounces tasks by key: a call while the key's task is scheduled is served by that task. Errors
 * of tasks go to `onFault`.
 */
export function createBursts(clock: Clock, everyMs: number, onFault: (error: unknown) => void) {
  const waiting = new Map<string, () => void>()
  const running = new Set<Promise<void>>()
  let stopped = false

  return {
    scheduleOnce(key: string, task: () => Promise<void>): void {
      if (stopped || waiting.has(key)) return
      const cancel = clock.after(everyMs, () => {
        waiting.delete(key)
        const work = task().catch(onFault)
        running.add(work)
        void work.then(() => running.delete(work))
      })
      waiting.set(key, cancel)
    },
    /** Starts no more tasks; resolves once running ones no longer need the database. */
    async stop(): Promise<void> {
      stopped = true
      for (const cancel of waiting.values()) cancel()
      waiting.clear()
      await Promise.all(running)
    },
  }
}
