import type { Clock } from '../clock.ts'

const KEYS_BEFORE_SWEEP = 10_000

/** The count of a key in its current window. */
export interface Window {
  readonly count: number
  readonly endsAt: number
}

/** Counts per key in fixed windows that start with the first count. */
export interface Counts {
  /** Null when nothing is counted. */
  of(key: string): Promise<Window | null>
  /** Counts one more. */
  add(key: string, windowMs: number): Promise<Window>
  forget(key: string): Promise<void>
}

/** For a single server. A restart resets the counts, but an attacker cannot cause one. */
export function createCountsInMemory(clock: Clock): Counts {
  const windows = new Map<string, { count: number; endsAt: number }>()

  function current(key: string) {
    const window = windows.get(key)
    return window && window.endsAt > clock.now() ? window : null
  }

  function sweep() {
    for (const [key, window] of windows) if (window.endsAt <= clock.now()) windows.delete(key)
  }

  return {
    of: async (key) => current(key),
    async add(key, windowMs) {
      const window = current(key) ?? { count: 0, endsAt: clock.now() + windowMs }
      window.count += 1
      windows.set(key, window)
      if (windows.size > KEYS_BEFORE_SWEEP) sweep()
      return { ...window }
    },
    forget: async (key) => void windows.delete(key),
  }
}
