import type { Clock } from './clock.ts'

const KEYS_BEFORE_SWEEP = 10_000

/**
 * Counts failures per key in fixed windows, in memory: a restart resets them, but an attacker
 * cannot cause one.
 */
export function createFailureLimiter(clock: Clock, limit: number, windowMs: number) {
  const windows = new Map<string, { count: number; endsAt: number }>()

  function current(key: string) {
    const window = windows.get(key)
    return window && window.endsAt > clock.now() ? window : null
  }

  function sweep() {
    for (const [key, window] of windows) if (window.endsAt <= clock.now()) windows.delete(key)
  }

  return {
    /** Seconds until the key may try again; 0 when it may now. */
    secondsToWait(key: string): number {
      const window = current(key)
      if (!window || window.count < limit) return 0
      return Math.max(1, Math.ceil((window.endsAt - clock.now()) / 1000))
    },
    count(key: string): void {
      const window = current(key)
      if (window) window.count += 1
      else windows.set(key, { count: 1, endsAt: clock.now() + windowMs })
      if (windows.size > KEYS_BEFORE_SWEEP) sweep()
    },
    forget(key: string): void {
      windows.delete(key)
    },
  }
}

export type FailureLimiter = ReturnType<typeof createFailureLimiter>
