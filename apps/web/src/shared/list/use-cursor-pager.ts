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
  /** Of the page in sight; '' is the first. */
  cursor: string
  cursors: readonly string[]
  go: (cursors: readonly string[]) => void
}

/** What the visit's history keeps of the place. */
const Kept = z.object({
  place: z.object({ key: z.string(), cursors: z.array(z.string()).check(z.minLength(1)) }),
})

/**
 * Where one is in a list that the server pages; Back finds the place again. Starts anew with
 * another key (its filter).
 */
export function useCursor(key: string): CursorState {
  const location = useAddress()
  const kept = Kept.safeParse(location.state).data?.place
  const cursors = kept?.key === key ? kept.cursors : ['']
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
 * The range in sight and the ways to the pages around it, for `TablePager`.
 * @param page what the server answered for the place, undefined until it has
 * @param stale the page is of the place before
 */
export function useCursorPager(
  { cursors, go }: CursorState,
  page: LoadedPage | undefined,
  stale: boolean,
  perPage: number,
) {
  // The last row of the last page went away.
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
