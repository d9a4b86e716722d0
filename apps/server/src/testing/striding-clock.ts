import { type Clock, systemClock } from '../platform/clock.ts'

const STRIDE_MS = 10_000

/** The system's clock, which can be advanced to pass rate limits; timers keep their real time. */
export function createStridingClock(): Clock & { stride(): void } {
  let ahead = 0
  return {
    now: () => systemClock.now() + ahead,
    after: systemClock.after,
    stride() {
      ahead += STRIDE_MS
    },
  }
}
