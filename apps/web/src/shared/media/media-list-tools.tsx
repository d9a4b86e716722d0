import { useTranslation } from 'react-i18next'
import { ListSearch } from '#shared/list/list-search.tsx'
import type { SortingState } from '#shared/list/use-list.ts'
import { Select } from '#shared/ui/select.tsx'
import { MEDIA_ORDERS, type MediaColumn, mediaOrders } from './media-list.ts'

interface MediaListToolsProps {
  search: { value: string; change: (value: string) => void }
  sorting: SortingState<MediaColumn>
}

/** Search and sort controls for a grid of files, which has no column headers. */
export function MediaListTools({ search, sorting }: MediaListToolsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-3">
      <ListSearch
        value={search.value}
        onChange={search.change}
        label={t('Search by name')}
        className="sm:flex-1"
      />
      <Select
        aria-label={t('Order')}
        className="sm:w-44"
        value={sorting.current?.by ?? 'newest'}
        onValueChange={(order) => sorting.change(mediaOrders[order].sorting)}
        options={MEDIA_ORDERS.map((value) => ({ value, label: t(mediaOrders[value].label) }))}
      />
    </div>
  )
}
