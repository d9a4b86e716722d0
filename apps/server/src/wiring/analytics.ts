import { createAnalytics } from '../features/analytics/analytics.feature.ts'
import { countMoves } from '../features/analytics/message-counts.repository.ts'
import { campaignIdsOf, campaignTotalsOf } from '../features/campaigns/campaign/campaign-facts.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import type { Base } from './base.ts'

/** Wires the totals and the counts of what left when. */
export function wireAnalytics(base: Base, delivery: Delivery) {
  const analytics = createAnalytics({
    ...base,
    totalsOf: delivery.totalsOf,
    campaignTotalsOf: (seen) => campaignTotalsOf(base.db, seen),
    campaignIdsOf,
  })
  analytics.routes(base.route)
  delivery.follow(countMoves)
  delivery.onMoved((moves) => {
    for (const { message } of moves) analytics.summaryChanged(message.workspaceId)
  })
  return analytics
}
