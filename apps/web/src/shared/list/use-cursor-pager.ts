import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useAddress } from '#shared/routing/address.ts'
import { navigate } from '#shared/routing/navigation.ts'

interface LoadedPage {
  items: readonly unknown[]
  next: string | null
  total: number | null
}

export interface CursorState {
  /** The cursor of the current page; '' for the first. */
  cursor: string
  cursors: readonly string[]
  go: (cursors: readonly string[]) => void
}

/** The cursors stored in the history entry. */
const StoredPlace = z.object({
  place: z.object({ key: z.string(), cursors: z.array(z.string()).check(z.minLength(1)) }),
})

/**
 * The position in a list paged by the server, restored by Back. Starts over when `key` (its filter)
 * changes.
 */
export function useCursor(key: string): CursorState {
  const location = useAddress()
  const stored = StoredPlace.safeParse(location.state).data?.place
  const cursors = stored?.key === key ? stored.cursors : ['']
  return {
    cursor: cursors.at(-1) ?? '',
    cursors,
    go: (next) => {
      const { pathname, search, hash } = location
      navigate(pathname + search + hash, {
        replace: true,
        keepScroll: true,
        state: { place: { key, cursors: next } },
      })
    },
  }
}

/**
 * The visible range and the previous and next actions, for `TablePager`.
 * @param page the loaded page, undefined while loading
 * @param stale whether `page` belongs to the previous position
 */
export function useCursorPager(
  { cursors, go }: CursorState,
  page: LoadedPage | undefined,
  stale: boolean,
  perPage: number,
) {
  // The last row of the last page was removed.
  const emptied = page?.items.length === 0 && !stale && cursors.length > 1
  useEffect(() => {
    if (emptied) go(cursors.slice(0, -1))
  }, [emptied, cursors, go])

  const from = (cursors.length - 1) * perPage + 1
  const next = stale ? null : page?.next
  return {
    total: page?.total ?? null,
    from,
    to: from - 1 + (page?.items.length ?? 0),
    onPrevious: cursors.length > 1 ? () => go(cursors.slice(0, -1)) : undefined,
    onNext: next ? () => go([...cursors, next]) : undefined,
  }
}
