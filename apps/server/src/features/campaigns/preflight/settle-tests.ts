import type { Clock } from '../../../platform/clock.ts'
import type { TestOutgoing } from './test.ports.ts'

/** A test this late would only surprise. */
const TOO_LATE_MS = 10 * 60_000
const ATTEMPTS_MAX = 3

/**
 * Settles the tests that a crash or a lost connection has left open on a device: one that may have
 * left is sent again with the same id, which arrives once; an old one is given up.
 */
export async function settleTests(
  { tests, clock }: { readonly tests: TestOutgoing; readonly clock: Clock },
  deviceId: string,
): Promise<void> {
  for (const test of await tests.pendingOn(deviceId, 'test')) {
    const isLate = !test.mayHaveLeft && clock.now() - test.createdAt > TOO_LATE_MS
    if (isLate || test.attempts >= ATTEMPTS_MAX) {
      const { messageId } = test
      await tests.record(deviceId, [{ messageId, status: 'failed', reason: 'given_up' }])
    } else {
      await tests.handOverAll('test', test.originId)
    }
  }
}
