import { statusOf } from '../connection/close-cause.ts'

/** The driver's own word that the connection was closed before it could send something. */
const CLOSED_BEFORE = 428

/** `ours` comes before the driver; from `encrypted` on a message may have left. */
export type Stage = 'ours' | 'driver' | 'encrypted'

/**
 * Whether a message that failed at this stage counts as one that may have left. What the driver
 * cannot do over an open connection it could never do, so that does, too; it would be tried for
 * ever.
 */
export function mayHaveLeft(stage: Stage, error: unknown, isOpen: boolean): boolean {
  if (stage === 'ours') return false
  return stage === 'encrypted' ? statusOf(error) !== CLOSED_BEFORE : isOpen
}
