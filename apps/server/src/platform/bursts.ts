import type { Clock } from './clock.ts'

/**
 * Merges bursts: anything that comes under a key while its task is scheduled is done with it. What
 * a task throws goes to `onFault`.
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
    /** Begins nothing more; resolves once tasks in progress no longer need the database. */
    async stop(): Promise<void> {
      stopped = true
      for (const cancel of waiting.values()) cancel()
      waiting.clear()
      await Promise.all(running)
    },
  }
}
