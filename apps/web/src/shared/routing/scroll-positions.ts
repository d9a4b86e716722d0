import * as z from 'zod/mini'
import { parseJson } from '../api/parse-json.ts'
import { tabStore } from '../storage/text-store.ts'
import { presentEntry } from './navigation.ts'
import type { VisitEntry } from './visit-entry.ts'

const KEY = 'scrollPlaces'
const Kept = z.record(z.string(), z.number())

/** The scroll position of each history entry, by its key. */
const places = new Map(
  Object.entries(Kept.safeParse(parseJson(tabStore.get(KEY) ?? '')).data ?? {}),
)

/**
 * Stores scroll positions, also across reloads. The browser would restore them before the page is
 * rendered.
 */
export function trackScrollPositions() {
  const { history } = window
  const before = history.scrollRestoration
  history.scrollRestoration = 'manual'
  const store = () => {
    history.scrollRestoration = 'auto'
    note(presentEntry())
    tabStore.set(KEY, JSON.stringify(Object.fromEntries(places)))
  }
  window.addEventListener('pagehide', store)
  return {
    note,
    end: () => {
      history.scrollRestoration = before
      window.removeEventListener('pagehide', store)
    },
  }
}

function note({ key }: VisitEntry): void {
  places.set(key, window.scrollY)
}

/**
 * Restores the scroll position; a new entry starts at the top or at its fragment. The first page of
 * a visit is not scrolled, which would force an early layout.
 */
export function restoreScroll({ key, hash, keepScroll }: VisitEntry, isFirst: boolean): void {
  const y = places.get(key)
  if (y !== undefined) window.scrollTo(0, y)
  else if (isFirst && !hash) return
  else if (!keepScroll && !scrollToPart(hash)) window.scrollTo(0, 0)
}

function scrollToPart(hash: string): boolean {
  const part = hash && document.getElementById(decoded(hash.slice(1)))
  if (part) part.scrollIntoView()
  return Boolean(part)
}

/** An address may be malformed: what cannot be decoded is used as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
