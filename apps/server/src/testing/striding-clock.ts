import { type Clock, systemClock } from '../platform/clock.ts'

const STRIDE_MS = 10_000

/**
 * The system's clock, which strides on when it is told to,
 * so that limits pass; what is due waits its real time.
 */
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
