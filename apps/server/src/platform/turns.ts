import { setImmediate } from 'node:timers/promises'

/** Resolves for one caller in each turn of the event loop, so that others are served in between. */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
