import { type AnalyticsDeps, createAnalytics } from '../features/analytics/analytics.feature.ts'
import { countMoves } from '../features/analytics/message-counts.repository.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import type { Base } from './base.ts'

/** Wires the totals and the counts of what left when. */
export function wireAnalytics(base: Base, delivery: Delivery) {
  /** Campaigns above say which are of some numbers only. */
  const ofNumbers = {
    campaignTotalsOf: base.upward.one('the totals of the campaigns of some numbers'),
    campaignIdsOf: base.upward.one('the campaigns of some numbers'),
  } satisfies Partial<AnalyticsDeps>
  const analytics = createAnalytics({ ...base, ...ofNumbers, totalsOf: delivery.totalsOf })
  analytics.routes(base.route)
  delivery.follow(countMoves)
  delivery.onMoved((moves) => {
    for (const { message } of moves) analytics.summaryChanged(message.workspaceId)
  })
  return { ...analytics, ofNumbers }
}

export type Analytics = ReturnType<typeof wireAnalytics>
