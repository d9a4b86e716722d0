import {
  bulkCampaignSummary,
  CampaignGroup,
  type CampaignSort,
  GROUP_COUNTS_HEADER,
} from '@kirim/contract/campaign-list'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { requestPage } from '#shared/api/request.ts'
import { useAddressView, useTypedSearch } from '#shared/list/use-address-view.ts'
import { useCursor, useCursorPager } from '#shared/list/use-cursor-pager.ts'
import type { SortingState } from '#shared/list/use-list.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useRefetchWhenStale } from '#shared/realtime/use-refetch-when-stale.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import {
  applyChange,
  type CampaignColumn,
  type CampaignPage,
  groupCounts,
  sortingOf,
  sortOf,
} from './campaign-list.ts'

interface ListQuery {
  limit: number
  cursor?: string
  q?: string
  status?: CampaignGroup | 'current'
  sort?: CampaignSort
}

function campaignsQuery(query: ListQuery) {
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
export function useCampaignPage(question: ListQuery) {
  return useQuery({ ...campaignsQuery(question), placeholderData: keepPreviousData })
}

/** Loads the campaigns that are under way or ended within the last hour. */
export function useCurrentCampaigns(limit: number) {
  return useQuery(campaignsQuery({ limit, status: 'current' }))
}

const lists = { queryKey: keyOf(bulkCampaignSummary) }

/**
 * Updates the visible lists by events, and reloads them when an event does not carry everything.
 */
export function useLiveCampaigns(): void {
  const client = useQueryClient()
  const markStale = useRefetchWhenStale(lists.queryKey)
  const reload = () => void client.invalidateQueries(lists)
  /** The last status received for each campaign; a new status changes its place in the lists. */
  const lastStatus = useRef(new Map<string, string>())

  useRealtimeEvent('campaign_changed', (change) => {
    markStale()
    const { id, progress } = change
    const before =
      lastStatus.current.get(id) ?? statusIn(client.getQueriesData<CampaignPage>(lists), id)
    const now = progress ? statusKey(progress) : null
    client.setQueriesData<CampaignPage>(lists, (page) => page && applyChange(page, change))
    if (now === null) lastStatus.current.delete(id)
    else lastStatus.current.set(id, now)
    if (now !== before) reload()
  })
  // A campaign's sentence may depend on the connection of its number.
  useRealtimeEvent('devices_changed', reload)
  useMissedEvents(reload)
}

function statusKey({ status, sentence }: { status: string; sentence: { code: string } }): string {
  return `${status} ${sentence.code}`
}

/** The status of a campaign in the visible lists; null when it is in none. */
function statusIn(
  pages: readonly (readonly [unknown, CampaignPage | undefined])[],
  id: string,
): string | null {
  const campaign = pages.flatMap(([, page]) => page?.items ?? []).find((item) => item.id === id)
  return campaign ? statusKey(campaign) : null
}

/** One page of the campaign list, with filters and sorting from the URL. */
export function useCampaignView(perPage: number) {
  const { t } = useTranslation()
  const view = useAddressView()
  const search = useTypedSearch()
  const q = search.settled
  const group = CampaignGroup.safeParse(view.get('status')).data ?? null
  const sort = sortOf(sortingOf(view.get('sort')))
  const place = useCursor(JSON.stringify([q, group, sort]))
  const query = useCampaignPage({
    limit: perPage,
    sort,
    ...(q && { q }),
    ...(group && { status: group }),
    ...(place.cursor && { cursor: place.cursor }),
  })
  useErrorToast(query.error, t('Could not load bulk campaign list.'))
  const pager = useCursorPager(place, query.data, query.isPlaceholderData, perPage)
  const sorting: SortingState<CampaignColumn> = {
    current: sortingOf(sort),
    change: (next) => view.set({ sort: next ? sortOf(next) : '' }),
  }
  return {
    query,
    pager,
    search,
    sorting,
    group,
    setGroup: (next: CampaignGroup | null) => view.set({ status: next ?? '' }),
    /** Whether a search or filter is active. */
    isNarrowed: q !== '' || group !== null,
  }
}

export type CampaignView = ReturnType<typeof useCampaignView>
