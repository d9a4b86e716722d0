import { DomainError } from '../../platform/errors.ts'
import type { FailureLimiter } from '../../platform/limits/limits.ts'
import { createKeyedLock } from '../../platform/lock.ts'

/**
 * Limits wrong guesses of a secret per key. Checks of one key run one at a time, and any error
 * thrown by `check` counts as a wrong guess. Throws `too_many_guesses` at the limit.
 */
export function createGuesses(failures: FailureLimiter) {
  const oneByOne = createKeyedLock()
  return <T>(key: string, check: () => Promise<T>): Promise<T> =>
    oneByOne(key, async () => {
      refuse(await failures.secondsToWait(key))
      const answer = await check().catch(async (error: unknown) => {
        refuse(await failures.count(key))
        throw error
      })
      await failures.forget(key)
      return answer
    })
}

function refuse(seconds: number): void {
  if (seconds > 0) throw new DomainError('too_many_guesses', { seconds })
}

export type Guesses = ReturnType<typeof createGuesses>
