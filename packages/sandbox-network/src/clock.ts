/** A scheduled timer; `cancel` has no effect after it has fired. */
export interface Timer {
  cancel(): void
}

/** The network's clock, which tests can control. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `run` once after `ms` milliseconds. Never keeps the process alive. */
  after(ms: number, run: () => void): Timer
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const handle = setTimeout(run, ms)
    handle.unref()
    return { cancel: () => clearTimeout(handle) }
  },
}
