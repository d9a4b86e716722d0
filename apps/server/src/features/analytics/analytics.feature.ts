import { messagesADay, type OverallSummary, overallSummary } from '@kirim/contract/analytics'
import { createBursts } from '../../platform/bursts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { createMessageCountsRepository } from './message-counts.repository.ts'
import { daysUntil, type ExpectedMessages, spansOf } from './message-spans.ts'

/** Receipts arrive in bursts; screens are updated at most this often. */
const NOTIFY_INTERVAL_MS = 200
const DAY_MS = 24 * 60 * 60 * 1000

interface AnalyticsDeps {
  readonly db: Db
  /** Updated with every move of a message. */
  totalsOf(workspaceId: string): Promise<{ total: number; sent: number; failed: number }>
  readonly realtime: Realtime
  readonly clock: Clock
  readonly log: Log
}

/** A user's overall summary, message counts over time, and notifications of changes. */
export function createAnalytics({ db, totalsOf, realtime, clock, log }: AnalyticsDeps) {
  const bursts = createBursts(clock, NOTIFY_INTERVAL_MS, (err) =>
    log.error({ err }, 'summary event failed'),
  )

  const counts = createMessageCountsRepository(db)

  async function summaryOf(workspaceId: string): Promise<OverallSummary> {
    const { total, sent, failed } = await totalsOf(workspaceId)
    return { totalMessages: total, sentMessages: sent, failedMessages: failed }
  }

  const part: Part = { name: 'analytics', start: async () => {}, stop: bursts.stop }

  return {
    part,
    /** A campaign's messages by when they left, on the clock of a time zone, and those ahead. */
    async messagesOf(
      workspaceId: string,
      campaignId: string,
      timeZone: string,
      ahead: readonly ExpectedMessages[],
    ) {
      return spansOf(await counts.ofHolder(workspaceId, campaignId), timeZone, ahead)
    },
    summaryChanged(workspaceId: string): void {
      bursts.scheduleOnce(workspaceId, async () => {
        const all = await summaryOf(workspaceId)
        realtime.byReach(workspaceId, 'summary_changed', { all: [all], own: [undefined] })
      })
    },
    routes(route: Route): void {
      route(overallSummary, ({ caller }) => summaryOf(caller.workspaceId))
      route(messagesADay, async ({ caller, query: { days, timeZone } }) => {
        const now = clock.now()
        // A day more, for clocks ahead of and behind this one.
        const quarters = await counts.ofWorkspace(caller.workspaceId, now - (days + 1) * DAY_MS)
        return daysUntil(now, days, quarters, timeZone)
      })
    },
  }
}

export type Analytics = ReturnType<typeof createAnalytics>
