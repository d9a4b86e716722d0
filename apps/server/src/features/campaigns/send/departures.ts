import { type Clock, pause } from '../../../platform/clock.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { Departure } from '../campaigns.ports.ts'

/** A message is stored and encrypted this long before it leaves. */
export const PREPARED_MS = 250

/** The stored moment, by which the message has left, is this long after the planned one. */
const ALLOWANCE_MS = 250

/** The part of it reserved for the way to the socket. */
const ON_ITS_WAY_MS = 150

/** The clock has whole milliseconds, and the network may timestamp a message after answering. */
export const BEHIND_MS = 5

interface DepartureDeps {
  readonly clock: Clock
  readonly ledger: {
    lastSentAt(deviceId: string): Promise<number | null>
    markSentAt(deviceId: string, at: number): Promise<void>
  }
}

/** The departure of a device's messages to one person. */
export interface PlannedDeparture extends Departure {
  /** The stored moment by which they have left. */
  readonly leavesBy: number
  /** Called when they have left or will not; starts the next gap. */
  over(): void
}

/**
 * Times the messages of devices. A gap starts when the network answers, so two messages never
 * arrive closer together than the gap, however long the first took. The database stores a moment
 * by which a message has left, before it leaves: after a kill the next gap starts there, at most a
 * quarter of a second late and never early.
 */
export function createDepartures({ clock, ledger }: DepartureDeps) {
  const lastDepartures = new Map<string, { readonly stored: number; readonly at: number }>()

  return {
    /** When the device's last message left; null before its first. */
    async lastOf(deviceId: string): Promise<number | null> {
      const stored = await ledger.lastSentAt(deviceId)
      const known = lastDepartures.get(deviceId)
      return known?.stored === stored ? known.at : stored
    },

    plan(deviceId: string, dueAt: number): PlannedDeparture {
      const planned = Math.max(dueAt, clock.now())
      let leavesBy = planned + ALLOWANCE_MS
      let mayHaveLeft = false
      let answeredAt: number | null = null
      return {
        get leavesBy() {
          return leavesBy
        },
        async moment(): Promise<void> {
          // Timers may fire early; a clock that was set back must not delay the message.
          for (
            let ms = dueAt - clock.now();
            ms > 0 && ms <= PREPARED_MS;
            ms = dueAt - clock.now()
          ) {
            await pause(clock, ms)
          }
          if (clock.now() > leavesBy - ON_ITS_WAY_MS) {
            leavesBy = clock.now() + ALLOWANCE_MS
            await ledger.markSentAt(deviceId, leavesBy)
          }
          mayHaveLeft = true
          answeredAt = null
        },
        answered(): void {
          answeredAt = clock.now() + BEHIND_MS
        },
        over(): void {
          const at = answeredAt ?? (mayHaveLeft ? clock.now() : planned)
          lastDepartures.set(deviceId, { stored: leavesBy, at })
        },
      }
    },
  }
}

type Interval = Pick<Campaign, 'minIntervalSeconds' | 'maxIntervalSeconds'>

/** Milliseconds, at random between the campaign's two intervals. */
export function drawGap(campaign: Interval, random: () => number): number {
  const min = campaign.minIntervalSeconds * 1000
  const max = campaign.maxIntervalSeconds * 1000
  return min + Math.floor(random() * (max - min))
}

/** The intervals may have changed since the gap was drawn. */
export function withinBounds(ms: number, campaign: Interval): number {
  return Math.min(
    Math.max(ms, campaign.minIntervalSeconds * 1000),
    campaign.maxIntervalSeconds * 1000,
  )
}
