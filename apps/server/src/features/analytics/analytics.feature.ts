import { type OverallSummary, overallSummary } from '@kirim/contract/analytics'
import { createBursts } from '../../platform/bursts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'

/** Receipts arrive in bursts; screens are updated at most this often. */
const NOTIFY_INTERVAL_MS = 200

interface AnalyticsDeps {
  /** Updated with every move of a message. */
  totalsOf(userId: string): Promise<{ total: number; sent: number; failed: number }>
  readonly realtime: Realtime
  readonly clock: Clock
  readonly log: Log
}

/** A user's overall summary of sent messages, and the notifications of its changes. */
export function createAnalytics({ totalsOf, realtime, clock, log }: AnalyticsDeps) {
  const bursts = createBursts(clock, NOTIFY_INTERVAL_MS, (err) =>
    log.error({ err }, 'summary event failed'),
  )

  async function summaryOf(userId: string): Promise<OverallSummary> {
    const { total, sent, failed } = await totalsOf(userId)
    return { totalMessages: total, sentMessages: sent, failedMessages: failed }
  }

  const part: Part = { name: 'analytics', start: async () => {}, stop: bursts.stop }

  return {
    part,
    summaryChanged(userId: string): void {
      bursts.scheduleOnce(userId, async () =>
        realtime.toUser(userId, 'summary_changed', await summaryOf(userId)),
      )
    },
    routes(route: Route): void {
      route(overallSummary, ({ caller }) => summaryOf(caller.userId))
    },
  }
}

export type Analytics = ReturnType<typeof createAnalytics>
