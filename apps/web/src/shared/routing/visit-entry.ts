import * as z from 'zod/mini'

/** One place of the tab's history. */
export interface VisitEntry {
  pathname: string
  search: string
  hash: string
  /** Its own in this tab, also after a reload. */
  key: string
  /** How many places lie before it. */
  index: number
  /** What a page keeps with the place. */
  state: unknown
  /** The page stays where it is scrolled to when this place is arrived at. */
  keepScroll: boolean
}

/** What the browser keeps with each place of its history. */
const Kept = z.object({
  key: z.string(),
  index: z.number(),
  state: z.optional(z.unknown()),
})

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

/** The place the browser is at; null when it was not made by `navigate`. */
export function keptEntry(): VisitEntry | null {
  const { data } = Kept.safeParse(window.history.state)
  if (!data) return null
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, ...data, state: data.state, keepScroll: false }
}

export function write(entry: VisitEntry, how: 'pushState' | 'replaceState'): void {
  const { pathname, search, hash, key, index, state } = entry
  window.history[how]({ key, index, state }, '', pathname + search + hash)
}

/** A page, or a form: another query may be another one. */
export function isOtherPage(
  one: Pick<URL, 'pathname' | 'search'>,
  other: Pick<URL, 'pathname' | 'search'>,
): boolean {
  return one.pathname + one.search !== other.pathname + other.search
}
