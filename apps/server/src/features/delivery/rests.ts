import { backOff } from '../../platform/back-off.ts'
import type { Clock } from '../../platform/clock.ts'

const FIRST_REST_MS = 60_000
const LONGEST_REST_MS = 30 * 60_000
/** After this long without another refusal the back-off starts over. */
const FORGET_AFTER_MS = 60 * 60_000

interface Rest {
  /** How many came before it. */
  readonly times: number
  readonly until: number
}

interface RestDeps {
  readonly clock: Clock
  readonly random: () => number
  /** A pause of a device began or ended. */
  onRest(deviceId: string): void
}

/**
 * Pauses devices that the network rate-limits. Messages they were about to send do not count as an
 * attempt. Not kept across a restart.
 */
export function createDeviceRests({ clock, random, onRest }: RestDeps) {
  const rests = new Map<string, Rest>()

  return {
    /** Returns until when the device rests, in epoch milliseconds. */
    begin(deviceId: string): number {
      const now = clock.now()
      const before = rests.get(deviceId)
      // Refusals during a pause belong to it.
      if (before && before.until > now) return before.until
      const times = before && now - before.until < FORGET_AFTER_MS ? before.times + 1 : 0
      const wait = backOff(times, FIRST_REST_MS, LONGEST_REST_MS)
      const until = now + Math.round(wait * (1 + random() * 0.25))
      rests.set(deviceId, { times, until })
      onRest(deviceId)
      clock.after(until - now, () => onRest(deviceId))
      return until
    },

    /** Null while it does not rest. */
    until(deviceId: string): number | null {
      const rest = rests.get(deviceId)
      return rest && rest.until > clock.now() ? rest.until : null
    },
  }
}

export type DeviceRests = ReturnType<typeof createDeviceRests>

/** Between the tries of one message that the network does not answer. */
const RESTS_MS = [2_000, 15_000, 120_000, 600_000]
/** Whatever ended otherwise than by an answer is forgotten from this many on. */
const KEPT_MAX = 1000

/**
 * Messages that rest because the network has not answered them, longer each time, also while their
 * device connects anew in between. Not kept over a restart.
 */
export function createMessageRests({ now }: Pick<Clock, 'now'>) {
  const rests = new Map<string, Rest>()

  function forgetOver(): void {
    for (const [id, { until }] of rests) if (until < now()) rests.delete(id)
  }

  return {
    /** True when the longest back-off, at most `longestMs`, preceded this attempt. */
    begin(messageId: string, longestMs = Number.POSITIVE_INFINITY): boolean {
      const before = rests.get(messageId)
      const times = before ? before.times + 1 : 0
      if (rests.size > KEPT_MAX) forgetOver()
      const ms = RESTS_MS[Math.min(times, RESTS_MS.length - 1)] ?? 0
      rests.set(messageId, { times, until: now() + Math.min(ms, longestMs) })
      return times >= RESTS_MS.length
    },
    isResting: (messageId: string) => (rests.get(messageId)?.until ?? 0) > now(),
    forget: (messageId: string) => rests.delete(messageId),
  }
}

export type MessageRests = ReturnType<typeof createMessageRests>
