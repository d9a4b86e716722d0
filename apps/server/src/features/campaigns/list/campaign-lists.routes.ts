import { NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '@kirim/contract/call'
import { bulkCampaignSummary, GROUP_COUNTS_HEADER } from '@kirim/contract/campaign-list'
import type { Route } from '../../../platform/http/routes.ts'
import { listInPages } from '../../../platform/http/streamed.ts'
import { type ListDeps, listCampaigns } from './list-campaigns.ts'

export function campaignListsRoutes(route: Route, deps: ListDeps): void {
  route(bulkCampaignSummary, async ({ caller, query, reply }) => {
    const { pages, counts, total, next } = await listCampaigns(deps, caller.userId, query)
    if (total !== null) reply.header(TOTAL_COUNT_HEADER, total)
    if (next !== null) reply.header(NEXT_CURSOR_HEADER, next)
    if (counts !== null) {
      const each = Object.entries(counts).map(([group, n]) => `${group}=${n}`)
      reply.header(GROUP_COUNTS_HEADER, each.join(', '))
    }
    return listInPages(pages)
  })
}
