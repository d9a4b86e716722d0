/** A fixed origin, so that processes started at different times agree on the time. */
const ORIGIN = Date.UTC(2026, 0, 1)

/**
 * A clock that runs `speed` times as fast as the real one from `origin` (epoch ms) on. Compatible
 * with the server's `Clock`.
 */
export function createFastClock(speed: number, origin = ORIGIN) {
  return {
    now: () => origin + Math.round((Date.now() - origin) * speed),
    after(ms: number, task: () => void): () => void {
      const timer = setTimeout(task, Math.min(Math.max(0, ms / speed), 2 ** 31 - 1))
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}
