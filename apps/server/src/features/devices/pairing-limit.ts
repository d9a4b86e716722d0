import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import { createFailureLimiter } from '../../platform/failure-limiter.ts'

/** Enough for a number that was mistyped a few times. */
const REQUESTS_MAX = 5
const WINDOW_MS = 10 * 60_000
const MINUTE_S = 60

/**
 * Each request asks the network for a code of its own, and the phone of that number tells of it: so
 * many of one user, and so many for one number, whoever asks.
 */
export function createPairingLimit(clock: Clock) {
  const users = createFailureLimiter(clock, REQUESTS_MAX, WINDOW_MS)
  const phones = createFailureLimiter(clock, REQUESTS_MAX, WINDOW_MS)
  return {
    /** Counts a request, unless it is refused. */
    refuse(userId: string, phoneNumber: string): DomainError | null {
      const seconds = Math.max(users.secondsToWait(userId), phones.secondsToWait(phoneNumber))
      if (seconds > 0) {
        return new DomainError('too_many_pairing_codes', { minutes: Math.ceil(seconds / MINUTE_S) })
      }
      users.count(userId)
      phones.count(phoneNumber)
      return null
    },
  }
}
