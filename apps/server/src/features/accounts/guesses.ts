import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import { createFailureLimiter } from '../../platform/failure-limiter.ts'
import { createKeyedLock } from '../../platform/lock.ts'

/**
 * Limits wrong guesses of a secret per key. Checks of one key run one at a time, and any error
 * thrown by `check` counts as a wrong guess. Throws `too_many_guesses` at the limit.
 */
export function createGuesses(clock: Clock, limit: number, windowMs: number) {
  const failures = createFailureLimiter(clock, limit, windowMs)
  const oneByOne = createKeyedLock()
  return <T>(key: string, check: () => Promise<T>): Promise<T> =>
    oneByOne(key, async () => {
      const seconds = failures.secondsToWait(key)
      if (seconds > 0) throw new DomainError('too_many_guesses', { seconds })
      try {
        const answer = await check()
        failures.forget(key)
        return answer
      } catch (error) {
        failures.count(key)
        throw error
      }
    })
}

export type Guesses = ReturnType<typeof createGuesses>
