import type { Clock } from './clock.ts'
import { DomainError } from './errors.ts'
import { createFailureLimiter } from './failure-limiter.ts'

/** Allows each key `limit` requests per window. */
export function createRequestLimiter(clock: Clock, limit: number, windowMs: number) {
  const requests = createFailureLimiter(clock, limit, windowMs)
  return {
    /**
     * Counts one request. Throws `too_many_requests`, counting nothing, when the limit is reached.
     */
    admit(key: string): void {
      const seconds = requests.secondsToWait(key)
      if (seconds > 0) throw new DomainError('too_many_requests', { seconds })
      requests.count(key)
    },
  }
}
