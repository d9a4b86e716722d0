import { setImmediate as endOfRound } from 'node:timers/promises'

/**
 * Reports when commits are on disk. Commits of one event loop iteration are flushed together, one
 * flush at a time: commits during a flush share the next one. After a failed flush the state of the
 * disk is unknown: every later call is rejected until the server restarts, and `onFailed` is called
 * once so that the process can end.
 */
export function createDiskSync(flush: () => Promise<void>, onFailed: (error: unknown) => void) {
  let unflushed = false
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function start(): Promise<void> {
    await endOfRound()
    next = null
    unflushed = false
    running = flush()
    try {
      await running
    } catch (error) {
      onFailed(error)
      throw error
    }
    running = null
  }

  return {
    /** Notes a commit that is not on disk yet. */
    committed(): void {
      unflushed = true
    },

    /** Resolves once everything committed so far is on disk. */
    async reached(): Promise<void> {
      if (unflushed) {
        next ??= running ? running.then(start) : start()
        await next
      } else if (running) await running
    },
  }
}
