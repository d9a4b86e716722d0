import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { arrangeRows, type ListShape, pageOf, type Sorting } from './list-view.ts'
import { useAddressView, useTypedSearch } from './use-address-view.ts'

const PAGE_SIZE = 50

/**
 * Searches, sorts and pages a list that is fully loaded. `shape` should be a constant; without
 * `sorting` the items keep their order.
 */
export function useList<T, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
  initial: Sorting<K> | null = null,
) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  return useArrangedRows(items, shape, initial, { search, setSearch, page, setPage })
}

/** Like `useList`, for the main list of a page: search and page number are stored in the URL. */
export function useAddressList<T, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
  initial: Sorting<K> | null = null,
) {
  const { typed, setTyped } = useTypedSearch()
  const view = useAddressView()
  const page = Math.max(0, Math.trunc(Number(view.get('page')) || 1) - 1)
  const setPage = (next: number) => {
    if (next !== page) view.set({ page: next === 0 ? '' : String(next + 1) })
  }
  return useArrangedRows(items, shape, initial, {
    search: typed,
    setSearch: setTyped,
    page,
    setPage,
  })
}

interface View {
  search: string
  setSearch: (value: string) => void
  /** Counted from 0; may be past the last page. */
  page: number
  setPage: (page: number) => void
}

function useArrangedRows<T, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
  initial: Sorting<K> | null,
  view: View,
) {
  const { i18n } = useTranslation()
  const [sorting, setSorting] = useState(initial)
  const { search } = view
  const found = useMemo(
    () => arrangeRows(items, shape, search, sorting, i18n.language),
    [items, shape, search, sorting, i18n.language],
  )
  const { rows, first, page, last } = pageOf(found, view.page, PAGE_SIZE)
  return {
    rows,
    found: found.length,
    search: {
      value: search,
      change: (value: string) => {
        view.setSearch(value)
        view.setPage(0)
      },
    },
    sorting: {
      current: sorting,
      change: (next: Sorting<K> | null) => {
        setSorting(next)
        view.setPage(0)
      },
    },
    /** Props for a `TablePager`; null when everything fits on one page. */
    pager:
      last === 0
        ? null
        : {
            from: first + 1,
            to: first + rows.length,
            total: found.length,
            onPrevious: page > 0 ? () => view.setPage(page - 1) : undefined,
            onNext: page < last ? () => view.setPage(page + 1) : undefined,
          },
  }
}

export interface SortingState<K extends string> {
  current: Sorting<K> | null
  /** Null restores the original order. */
  change: (next: Sorting<K> | null) => void
}
