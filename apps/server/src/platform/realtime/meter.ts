import type { Clock } from '../clock.ts'
import { createBucket } from './token-bucket.ts'

/** Enough to sign in over any transport. It does not refill. */
const ANONYMOUS = {
  packets: { atOnce: 20, perSecond: 0 },
  bytes: { atOnce: 16 * 1024, perSecond: 0 },
}
/** Above the event limit, so that a client gets an error message before it is cut off. */
const SIGNED_IN = {
  packets: { atOnce: 100, perSecond: 10 },
  bytes: { atOnce: 32 * 1024, perSecond: 4 * 1024 },
}

/** Measures the traffic of one connection over all its transports. */
export interface Meter {
  packet(): void
  bytes(count: number): void
  /** Switches to the limits of a signed-in client. */
  signIn(): void
  /** Ends the connection for good. */
  cut(): void
  onCut(end: () => void): void
}

export function createMeter(clock: Clock): Meter {
  const over = new AbortController()
  let packets = createBucket(clock, ANONYMOUS.packets)
  let bytes = createBucket(clock, ANONYMOUS.bytes)
  return {
    packet() {
      if (packets() > 0) over.abort()
    },
    bytes(count) {
      if (bytes(count) > 0) over.abort()
    },
    signIn() {
      packets = createBucket(clock, SIGNED_IN.packets)
      bytes = createBucket(clock, SIGNED_IN.bytes)
    },
    cut: () => over.abort(),
    onCut: (end) => over.signal.addEventListener('abort', end, { once: true }),
  }
}
