import * as z from 'zod/mini'
import { parseJson } from '../api/parse-json.ts'
import { tabStore } from '../storage/text-store.ts'
import { presentEntry } from './navigation.ts'
import type { VisitEntry } from './visit-entry.ts'

const KEY = 'scrollPlaces'
const Kept = z.record(z.string(), z.number())

/** How far each place of the history is scrolled, by its key. */
const places = new Map(
  Object.entries(Kept.safeParse(parseJson(tabStore.get(KEY) ?? '')).data ?? {}),
)

/**
 * Notes how far pages are scrolled, across reloads too.
 * The browser would restore it before the page is there.
 */
export function keepScrollPlaces() {
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
 * To where the place was left; a new one begins at its top, or at the part that it names. The first
 * of a visit is at its top already: to scroll would have the browser lay out the page at once.
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

/** Anybody can write an address: what cannot be decoded is taken as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
