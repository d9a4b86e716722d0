import type { Clock } from './clock.ts'
import { DomainError } from './errors.ts'
import { createFailureLimiter } from './failure-limiter.ts'

/** Lets each key ask `limit` times in a window. */
export function createRequestLimiter(clock: Clock, limit: number, windowMs: number) {
  const requests = createFailureLimiter(clock, limit, windowMs)
  return {
    /** Counts one request. Throws `too_many_requests`, counting nothing, when there were enough. */
    admit(key: string): void {
      const seconds = requests.secondsToWait(key)
      if (seconds > 0) throw new DomainError('too_many_requests', { seconds })
      requests.count(key)
    },
  }
}
