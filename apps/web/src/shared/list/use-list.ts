import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { arranged, type ListShape, pageOf, type Sorting } from './list-view.ts'

const PAGE_SIZE = 50

/**
 * Searches, sorts and pages a list that is wholly in the browser. `shape` should be a constant;
 * without `sorting` the items keep the order they came in.
 */
export function useList<T, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
  initial: Sorting<K> | null = null,
) {
  const { i18n } = useTranslation()
  const [search, setSearch] = useState('')
  const [sorting, setSorting] = useState(initial)
  const [wanted, setWanted] = useState(0)
  const found = useMemo(
    () => arranged(items, shape, search, sorting, i18n.language),
    [items, shape, search, sorting, i18n.language],
  )
  const { rows, first, page, last } = pageOf(found, wanted, PAGE_SIZE)
  return {
    rows,
    found: found.length,
    search: {
      value: search,
      change: (value: string) => {
        setSearch(value)
        setWanted(0)
      },
    },
    sorting: {
      current: sorting,
      change: (next: Sorting<K> | null) => {
        setSorting(next)
        setWanted(0)
      },
    },
    /** For a `TablePager`; null while everything fits one page. */
    pager:
      last === 0
        ? null
        : {
            from: first + 1,
            to: first + rows.length,
            total: found.length,
            onPrevious: page > 0 ? () => setWanted(page - 1) : undefined,
            onNext: page < last ? () => setWanted(page + 1) : undefined,
          },
  }
}

export interface SortingState<K extends string> {
  current: Sorting<K> | null
  /** Null for the order the list came in. */
  change: (next: Sorting<K> | null) => void
}
