import {
  type BulkCampaignSummary,
  bulkCampaignSummary,
  type CampaignGroup,
  GROUP_COUNTS_HEADER,
  type OverallSummary,
  overallSummary,
} from '@kirim/contract/analytics'
import { NEXT_CURSOR_HEADER, type QueryOf, TOTAL_COUNT_HEADER } from '@kirim/contract/call'
import type { Route } from '../../platform/http/routes.ts'
import { listInPages } from '../../platform/http/streamed.ts'

export interface CampaignPage {
  readonly pages: AsyncIterable<BulkCampaignSummary[]>
  /** Of those found, by group; only when a limit was given. */
  readonly counts: Readonly<Partial<Record<CampaignGroup, number>>> | null
  readonly total: number | null
  /** Where the next page starts; null on the last one. */
  readonly next: string | null
}

/** Where the numbers come from: the ledger's own totals, kept in its transactions. */
export interface AnalyticsSources {
  overall(userId: string): Promise<OverallSummary>
  bulkCampaigns(
    userId: string,
    question: QueryOf<typeof bulkCampaignSummary>,
  ): Promise<CampaignPage>
}

export function analyticsRoutes(route: Route, sources: AnalyticsSources): void {
  route(overallSummary, ({ caller }) => sources.overall(caller.userId))

  route(bulkCampaignSummary, async ({ caller, query, reply }) => {
    const { pages, counts, total, next } = await sources.bulkCampaigns(caller.userId, query)
    if (total !== null) reply.header(TOTAL_COUNT_HEADER, total)
    if (next !== null) reply.header(NEXT_CURSOR_HEADER, next)
    if (counts !== null) {
      const each = Object.entries(counts).map(([group, n]) => `${group}=${n}`)
      reply.header(GROUP_COUNTS_HEADER, each.join(', '))
    }
    return listInPages(pages)
  })
}
