import {
  bulkCampaignSummary,
  type CampaignGroup,
  type CampaignSort,
  GROUP_COUNTS_HEADER,
} from '@kirim/contract/campaign-list'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { keyOf } from '#shared/api/query.ts'
import { requestPage } from '#shared/api/request.ts'
import { type CampaignPage, groupCounts } from './campaign-list.ts'

interface Question {
  limit: number
  cursor?: string
  q?: string
  status?: CampaignGroup | 'current'
  sort?: CampaignSort
}

function campaignsQuery(query: Question) {
  return queryOptions({
    queryKey: keyOf(bulkCampaignSummary, query),
    queryFn: async ({ signal }): Promise<CampaignPage> => {
      const page = await requestPage(bulkCampaignSummary, { query }, { signal })
      const { items, next, total } = page
      return { items, next, total, groups: groupCounts(page.header(GROUP_COUNTS_HEADER)) }
    },
  })
}

/** Loads a page of the list; returns the previous page while loading. */
export function useCampaignPage(question: Question) {
  return useQuery({ ...campaignsQuery(question), placeholderData: keepPreviousData })
}

/** Loads the campaigns that are under way or ended within the last hour. */
export function useCurrentCampaigns(limit: number) {
  return useQuery(campaignsQuery({ limit, status: 'current' }))
}
