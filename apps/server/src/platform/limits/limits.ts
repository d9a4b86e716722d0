import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import { type Counts, createCountsInMemory } from './counts.ts'

/** Counts failures per key in fixed windows. */
export interface FailureLimiter {
  /** Seconds until the key may try again; 0 when it may now. */
  secondsToWait(key: string): Promise<number>
  /** Counts a failure; returns the seconds to wait when it exceeds the limit. */
  count(key: string): Promise<number>
  forget(key: string): Promise<void>
}

/** Allows each key a number of requests per window. */
export interface RequestLimiter {
  /** Counts one request. Throws `too_many_requests` at the limit. */
  admit(key: string): Promise<void>
}

/** Each limit has a unique name, under which all nodes count together. */
export interface Limits {
  failures(name: string, limit: number, windowMs: number): FailureLimiter
  requests(name: string, limit: number, windowMs: number): RequestLimiter
}

export function createLimits(
  clock: Clock,
  countsOf: (name: string) => Counts = () => createCountsInMemory(clock),
): Limits {
  const secondsUntil = (at: number) => Math.max(1, Math.ceil((at - clock.now()) / 1000))

  return {
    failures(name, limit, windowMs) {
      const counts = countsOf(name)
      return {
        async secondsToWait(key) {
          const window = await counts.of(key)
          return window && window.count >= limit ? secondsUntil(window.endsAt) : 0
        },
        async count(key) {
          const { count, endsAt } = await counts.add(key, windowMs)
          return count > limit ? secondsUntil(endsAt) : 0
        },
        forget: counts.forget,
      }
    },
    requests(name, limit, windowMs) {
      const counts = countsOf(name)
      return {
        async admit(key) {
          const { count, endsAt } = await counts.add(key, windowMs)
          if (count <= limit) return
          throw new DomainError('too_many_requests', { seconds: secondsUntil(endsAt) })
        },
      }
    },
  }
}
