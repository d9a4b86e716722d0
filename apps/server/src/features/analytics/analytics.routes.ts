import {
  type BulkCampaignSummary,
  bulkCampaignSummary,
  type OverallSummary,
  overallSummary,
} from '@kirim/contract/analytics'
import type { Route } from '../../platform/http/routes.ts'

/** Where the numbers come from: the ledger's own totals, kept in its transactions. */
export interface AnalyticsSources {
  overall(userId: string): Promise<OverallSummary>
  bulkCampaigns(userId: string): Promise<BulkCampaignSummary[]>
}

export function analyticsRoutes(route: Route, sources: AnalyticsSources): void {
  route(overallSummary, ({ caller }) => sources.overall(caller.userId))
  route(bulkCampaignSummary, ({ caller }) => sources.bulkCampaigns(caller.userId))
}
