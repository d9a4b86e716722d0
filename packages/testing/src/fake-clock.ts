/** A clock that only moves when told to. Compatible with the server's `Clock`. */
export function createFakeClock(start = Date.UTC(2026, 0, 15, 4, 0, 0)) {
  let now = start
  let order = 0
  const timers = new Map<number, { due: number; task: () => void }>()

  function nextDue(until: number) {
    let next: [number, { due: number; task: () => void }] | null = null
    for (const entry of timers) {
      if (entry[1].due <= until && (!next || entry[1].due < next[1].due)) next = entry
    }
    return next
  }

  return {
    now: () => now,
    after(ms: number, task: () => void): () => void {
      const id = order++
      timers.set(id, { due: now + Math.max(0, ms), task })
      return () => timers.delete(id)
    },
    /** Advances the time by `ms`, running due timers in order. */
    advance(ms: number): void {
      const until = now + ms
      for (let next = nextDue(until); next; next = nextDue(until)) {
        timers.delete(next[0])
        now = Math.max(now, next[1].due)
        next[1].task()
      }
      now = until
    },
    /**
     * Sets the time back by `ms`, as an administrator might; timers still fire after their full
     * delay.
     */
    setBack(ms: number): void {
      now -= ms
      for (const timer of timers.values()) timer.due -= ms
    },
    /** When the next timer is due, or null. */
    nextTimer: () => nextDue(Number.POSITIVE_INFINITY)?.[1].due ?? null,
  }
}

export type FakeClock = ReturnType<typeof createFakeClock>
