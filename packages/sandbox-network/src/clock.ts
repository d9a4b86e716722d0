/** A scheduled timer; `cancel` has no effect after it has fired. */
export interface Timer {
  cancel(): void
}

/** The network's clock, which tests can control. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `run` once after `ms` milliseconds, 24 days at most. Never keeps the process alive. */
  after(ms: number, run: () => void): Timer
}

/** Node fires a timer at once when its delay does not fit into 32 bits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const handle = setTimeout(run, Math.min(ms, LONGEST_TIMER_MS))
    handle.unref()
    return { cancel: () => clearTimeout(handle) }
  },
}
