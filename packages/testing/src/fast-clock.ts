import { MACHINE_FACTOR } from './test-run.ts'

/** A fixed origin, so that processes started at different times agree on the time. */
const ORIGIN = Date.UTC(2026, 0, 1)

interface Timer {
  readonly due: number
  readonly task: () => void
  handle: NodeJS.Timeout
}

/**
 * A clock that runs `speed` times as fast as the real one from `origin` (epoch ms) on, slower on a
 * slow machine, never slower than the real one. Compatible with the server's `Clock`. One whose
 * speed is changed no longer agrees with others.
 */
export function createFastClock(speed: number, origin = ORIGIN) {
  const timers = new Set<Timer>()
  let fast = onMachine(speed)
  /** Number of `inRealTime` calls in progress. */
  let unhurried = 0
  const current = () => (unhurried > 0 ? 1 : fast)
  /** The same moment on the real clock and on this one. */
  let since = { real: origin, here: origin }
  const now = () => Math.round(since.here + (Date.now() - since.real) * current())

  function wait(ms: number, run: () => void): NodeJS.Timeout {
    return setTimeout(run, Math.min(Math.max(0, ms / current()), 2 ** 31 - 1)).unref()
  }
  function fire(timer: Timer): void {
    timers.delete(timer)
    timer.task()
  }
  /** Pending timers are rescheduled at the new speed. */
  function change(how: () => void): void {
    since = { real: Date.now(), here: now() }
    how()
    for (const timer of timers) {
      clearTimeout(timer.handle)
      timer.handle = wait(timer.due - since.here, () => fire(timer))
    }
  }

  return {
    now,
    after(ms: number, task: () => void): () => void {
      const timer: Timer = { due: now() + ms, task, handle: wait(ms, () => fire(timer)) }
      timers.add(timer)
      return () => {
        timers.delete(timer)
        clearTimeout(timer.handle)
      }
    },
    /** How many times as fast as the real one it runs now. */
    speed: current,
    setSpeed: (wanted: number): void => change(() => (fast = onMachine(wanted))),
    /**
     * No faster than the real one while `work` goes on: for what has to be done before something
     * happens in the fast time, which a slow machine would be too late for.
     */
    async inRealTime<T>(work: () => Promise<T>): Promise<T> {
      change(() => (unhurried += 1))
      try {
        return await work()
      } finally {
        change(() => (unhurried -= 1))
      }
    },
  }
}

/** The server's time limits run on this clock, so a slow machine needs a slower clock. */
function onMachine(speed: number): number {
  return Math.max(Math.min(speed, 1), speed / MACHINE_FACTOR)
}

export type FastClock = ReturnType<typeof createFastClock>
