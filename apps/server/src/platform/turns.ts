import { setImmediate } from 'node:timers/promises'

/** Resolves for one caller per event loop iteration, so that others are served in between. */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}

/** Finding a keyword in a text of this length takes a millisecond. */
const SHORT_MAX_LENGTH = 1000

const waitForTurn = createTurns()

/**
 * Waits before work on a long text, so that each iteration of the event loop reads only one of
 * them: that takes milliseconds, and many may arrive at once after an outage.
 */
export async function waitForLongTextTurn(text: string): Promise<void> {
  if (text.length > SHORT_MAX_LENGTH) await waitForTurn()
}
