/** One entry of the tab's history. */
export interface VisitEntry {
  pathname: string
  search: string
  hash: string
  /** Unique in this tab, also after a reload. */
  key: string
  /** The number of entries before it. */
  index: number
  /** State that a page stores with the entry. */
  state: unknown
  /** Whether navigating to this entry keeps the scroll position. */
  keepScroll: boolean
}

export function newEntry(
  { pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>,
  index: number,
  about: { state?: unknown; keepScroll?: boolean | undefined } = {},
): VisitEntry {
  return {
    pathname,
    search,
    hash,
    key: Math.random().toString(36).slice(2),
    index,
    state: about.state,
    keepScroll: about.keepScroll ?? false,
  }
}

/** The browser's current entry; null when it was not created by `navigate`. */
export function storedEntry(): VisitEntry | null {
  const { key, index, state }: Partial<VisitEntry> = window.history.state ?? {}
  if (typeof key !== 'string' || typeof index !== 'number') return null
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, key, index, state, keepScroll: false }
}

export function write(entry: VisitEntry, how: 'pushState' | 'replaceState'): void {
  const { pathname, search, hash, key, index, state } = entry
  window.history[how]({ key, index, state }, '', pathname + search + hash)
}

/** Whether the path differs, or on forms also the query, which selects the item. */
export function isOtherPage(
  one: Pick<URL, 'pathname' | 'search'>,
  other: Pick<URL, 'pathname' | 'search'>,
): boolean {
  return one.pathname + one.search !== other.pathname + other.search
}
