import { backOff } from '../../platform/back-off.ts'
import type { Clock } from '../../platform/clock.ts'

const FIRST_REST_MS = 60_000
const LONGEST_REST_MS = 30 * 60_000
/** After so long without another refusal the next one is the first again. */
const FORGIVEN_MS = 60 * 60_000

interface Rest {
  readonly times: number
  readonly until: number
}

interface RestDeps {
  readonly clock: Clock
  readonly random: () => number
  /** A device begins to rest, or has rested. */
  onRest(deviceId: string): void
}

/**
 * Devices that rest because the network said that they ask too much of it. Asking on would make it
 * worse; what they were about to send is nobody's attempt. Not kept over a restart.
 */
export function createDeviceRests({ clock, random, onRest }: RestDeps) {
  const rests = new Map<string, Rest>()

  return {
    /** Returns until when the device rests, in epoch milliseconds. */
    begin(deviceId: string): number {
      const now = clock.now()
      const before = rests.get(deviceId)
      // Several refusals of one moment are one.
      if (before && before.until > now) return before.until
      const times = before && now - before.until < FORGIVEN_MS ? before.times + 1 : 0
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
