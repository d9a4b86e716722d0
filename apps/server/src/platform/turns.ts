import { setImmediate } from 'node:timers/promises'

/** Resolves for one caller in each iteration of the event loop, so others are served in between. */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}

/** The longest text that is not long: finding a keyword in it takes a millisecond. */
const SHORT_MAX_LENGTH = 1000

const turnsOfLong = createTurns()

/**
 * Waits before work on a long text, so that each iteration of the event loop reads only one of
 * them: that takes milliseconds, and many may arrive at once after an outage.
 */
export async function turnOfLong(text: string): Promise<void> {
  if (text.length > SHORT_MAX_LENGTH) await turnsOfLong()
}
