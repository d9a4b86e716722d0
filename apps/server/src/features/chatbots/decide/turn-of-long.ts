import { createTurns } from '../../../platform/turns.ts'

/** The longest text that is not long: a keyword is looked for in it in a millisecond. */
const SHORT_MAX_LENGTH = 1000

const turns = createTurns()

/**
 * Waits before work on a long text, so that each iteration of the event loop has one: reading one
 * and looking through it takes milliseconds, and many come at once after an outage.
 */
export async function turnOfLong(text: string): Promise<void> {
  if (text.length > SHORT_MAX_LENGTH) await turns()
}
