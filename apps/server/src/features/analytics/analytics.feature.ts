import { messagesADay, type OverallSummary, overallSummary } from '@kirim/contract/analytics'
import type { Expression } from 'kysely'
import { createBursts } from '../../platform/bursts.ts'
import type { Sight } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { createMessageCountsRepository, type SeenNumbers } from './message-counts.repository.ts'
import { daysUntil, type ExpectedMessages, spansOf } from './message-spans.ts'

/** Receipts arrive in bursts; screens are updated at most this often. */
const NOTIFY_INTERVAL_MS = 200
const DAY_MS = 24 * 60 * 60 * 1000

export interface Totals {
  readonly total: number
  readonly sent: number
  readonly failed: number
}

export interface AnalyticsDeps {
  readonly db: Db
  /** Updated with every move of a message. */
  totalsOf(workspaceId: string): Promise<Totals>
  /** Of the campaigns of numbers, but for deleted ones. */
  campaignTotalsOf(seen: SeenNumbers): Promise<Totals>
  /** SQL: the ids of the campaigns of numbers. */
  campaignIdsOf(seen: SeenNumbers): Expression<string>
  readonly realtime: Realtime
  readonly clock: Clock
  readonly log: Log
}

type Seen = Pick<Sight, 'workspaceId' | 'deviceIds'>

/** A workspace's overall summary, message counts over time, and notifications of changes. */
export function createAnalytics(deps: AnalyticsDeps) {
  const { db, realtime, clock, log } = deps
  const bursts = createBursts(clock, NOTIFY_INTERVAL_MS, (err) =>
    log.error({ err }, 'summary event failed'),
  )

  const counts = createMessageCountsRepository(db, deps.campaignIdsOf)

  async function totalsOf({ workspaceId, deviceIds }: Seen): Promise<Totals> {
    if (deviceIds === null) return deps.totalsOf(workspaceId)
    if (deviceIds.length === 0) return { total: 0, sent: 0, failed: 0 }
    const seen = { workspaceId, deviceIds }
    const ofCampaigns = await deps.campaignTotalsOf(seen)
    const { sent, delivered, read, failed } = await counts.ofChatbots(seen)
    return {
      total: ofCampaigns.total + sent + delivered + read + failed,
      sent: ofCampaigns.sent + delivered + read,
      failed: ofCampaigns.failed + failed,
    }
  }

  async function summaryOf(sight: Seen): Promise<OverallSummary> {
    const { total, sent, failed } = await totalsOf(sight)
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
        const all = await summaryOf({ workspaceId, deviceIds: null })
        realtime.byReach(workspaceId, 'summary_changed', { all: [all], own: [undefined] })
      })
    },
    routes(route: Route): void {
      route(overallSummary, ({ caller }) => summaryOf(caller))
      route(messagesADay, async ({ caller, query: { days, timeZone } }) => {
        const now = clock.now()
        // A day more, for clocks ahead of and behind this one.
        const since = now - (days + 1) * DAY_MS
        const isNone = caller.deviceIds?.length === 0
        const quarters = isNone ? [] : await counts.ofWorkspace(caller, since)
        return daysUntil(now, days, quarters, timeZone)
      })
    },
  }
}
