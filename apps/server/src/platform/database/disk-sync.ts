import { setImmediate as endOfRound } from 'node:timers/promises'

/**
 * Tells when what was committed is on disk. What is committed in one round of the event loop is
 * flushed together, and one flush at a time: whoever commits while one is under way shares the
 * next. After a flush that failed nothing can be known of the disk any more: everybody is refused
 * until the server is started anew, and whoever can end it is told, once.
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
    /** A commit is not on disk yet. */
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
