import { CampaignGroup } from '@kirim/contract/campaign-list'
import { useTranslation } from 'react-i18next'
import { useAddressView, useTypedSearch } from '#shared/list/use-address-view.ts'
import { useCursor, useCursorPager } from '#shared/list/use-cursor-pager.ts'
import type { SortingState } from '#shared/list/use-list.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { type CampaignColumn, sortingOf, sortOf } from './campaign-list.ts'
import { useCampaignPage } from './campaign-queries.ts'

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
