import { DomainError } from '../../platform/errors.ts'
import type { Limits } from '../../platform/limits/limits.ts'

/** Enough for a number that was mistyped a few times. */
const REQUESTS_MAX = 5
const WINDOW_MS = 10 * 60_000
const MINUTE_S = 60

/**
 * Each request asks the network for a code of its own, and the phone of that number tells of it: so
 * many of one user, and so many for one number, whoever asks.
 */
export function createPairingLimit(limits: Limits) {
  const users = limits.failures('pairing of a user', REQUESTS_MAX, WINDOW_MS)
  const phones = limits.failures('pairing of a phone', REQUESTS_MAX, WINDOW_MS)

  function refusal(waits: readonly number[]): DomainError | null {
    const seconds = Math.max(...waits)
    if (seconds === 0) return null
    return new DomainError('too_many_pairing_codes', { minutes: Math.ceil(seconds / MINUTE_S) })
  }

  return {
    /** Counts a request, unless it is refused. */
    async refuse(userId: string, phoneNumber: string): Promise<DomainError | null> {
      const waits = [users.secondsToWait(userId), phones.secondsToWait(phoneNumber)]
      const refused = refusal(await Promise.all(waits))
      if (refused) return refused
      return refusal(await Promise.all([users.count(userId), phones.count(phoneNumber)]))
    },
  }
}
