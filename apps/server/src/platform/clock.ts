/** The injected clock: features never read the system's time. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /**
   * Runs `task` once after `ms`; the returned function cancels it. Does not keep the process alive.
   */
  after(ms: number, task: () => void): () => void
}

/** Node fires a timer immediately when its delay does not fit into 32 bits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, Math.min(Math.max(0, ms), LONGEST_TIMER_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Waits `ms`, or until the signal aborts; never rejects. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((done) => {
    const cancel = clock.after(ms, finish)
    signal?.addEventListener('abort', finish, { once: true })
    function finish() {
      cancel()
      signal?.removeEventListener('abort', finish)
      done()
    }
  })
}

/** A moment as answers carry it. */
export function iso(time: number): string {
  return new Date(time).toISOString()
}

export function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time)
}
