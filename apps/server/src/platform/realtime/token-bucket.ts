import type { Clock } from '../clock.ts'

export interface BucketSize {
  readonly atOnce: number
  readonly perSecond: number
}

/**
 * Takes `count` tokens and returns 0, or takes none and returns the seconds until that many are
 * available.
 */
export type Bucket = (count?: number) => number

export function createBucket(clock: Clock, { atOnce, perSecond }: BucketSize): Bucket {
  let left = atOnce
  let at = clock.now()
  return (count = 1) => {
    const now = clock.now()
    left = Math.min(atOnce, left + (Math.max(0, now - at) / 1000) * perSecond)
    at = now
    if (left < count) return Math.ceil((count - left) / perSecond)
    left -= count
    return 0
  }
}
