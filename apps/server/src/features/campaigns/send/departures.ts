import { type Clock, pause } from '../../../platform/clock.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { Departure } from '../campaigns.ports.ts'

/** A message is written down and encrypted so long before it leaves. */
export const PREPARED_MS = 250

/** What is written down beforehand is a moment by which it has left: so long after the planned. */
const ALLOWANCE_MS = 250

/** Of it, so much is left for what a message takes from its moment to the socket. */
const ON_ITS_WAY_MS = 150

/** The clock counts whole milliseconds, and the network may note a message after answering it. */
export const BEHIND_MS = 5

interface DepartureDeps {
  readonly clock: Clock
  readonly ledger: {
    lastSentAt(deviceId: string): Promise<number | null>
    markSentAt(deviceId: string, at: number): Promise<void>
  }
}

/** How a device's messages to one person leave, as far as the device is concerned. */
export interface PlannedDeparture extends Departure {
  /** By when they have left, as it is written down before they do. */
  readonly leavesBy: number
  /** They have left or will not; the next gap begins. */
  over(): void
}

/**
 * The moments at which devices' messages leave. A gap begins when the network answers, so that no
 * two messages reach it closer together than their gap, however long the earlier one was on its
 * way. What the database has is a moment by which a message has left, written before it leaves:
 * after a kill the next gap begins there, a quarter of a second late at most and never early.
 */
export function createDepartures({ clock, ledger }: DepartureDeps) {
  const left = new Map<string, { readonly writtenDown: number; readonly at: number }>()

  return {
    /** When the device's last message left; null before its first. */
    async lastOf(deviceId: string): Promise<number | null> {
      const writtenDown = await ledger.lastSentAt(deviceId)
      const known = left.get(deviceId)
      return known?.writtenDown === writtenDown ? known.at : writtenDown
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
          // Timers may fire a little early; a clock that was set back must not delay it.
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
          left.set(deviceId, { writtenDown: leavesBy, at })
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
