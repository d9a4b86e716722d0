import { isLeaveAsked, leaveOnceAllowed } from './leave-question.ts'
import { isOtherPage, newEntry, storedEntry, type VisitEntry, write } from './visit-entry.ts'

interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean
  state?: unknown
  keepScroll?: boolean
  /** The open form has already allowed it. */
  allowed?: boolean
}

type Arrival = (to: VisitEntry, from: VisitEntry) => void

let here: VisitEntry | null = null
let listener: Arrival | null = null
/**
 * Back and Forward have already happened when the event arrives; when a form must ask first, the
 * navigation is undone.
 */
let undoing = false
/** The user has already agreed to the next Back or Forward. */
let allowed = false

/** The browser's current history entry, which may be ahead of the page on screen. */
export function presentEntry(): VisitEntry {
  const stored = storedEntry()
  if (stored && stored.key === here?.key) return here
  here = stored ?? adoptEntry(window.history.length - 1)
  return here
}

/** Navigates, after the open form allows it. */
export function navigate(to: string, options: NavigateOptions = {}): void {
  const { state, keepScroll, replace } = options
  const target = new URL(to, window.location.href)
  const go = () => {
    const from = presentEntry()
    // A link to the current address adds no second entry.
    const inPlace = replace || target.href === window.location.href
    const entry = newEntry(target, from.index + (inPlace ? 0 : 1), { state, keepScroll })
    write(entry, inPlace ? 'replaceState' : 'pushState')
    arrive(entry, from)
  }
  if (!options.allowed && isOtherPage(target, presentEntry())) leaveOnceAllowed(go)
  else go()
}

/** Subscribes to navigations. Returns the unsubscribe function. */
export function onArrival(arrival: Arrival): () => void {
  listener = arrival
  window.addEventListener('popstate', onPopState)
  return () => {
    listener = null
    window.removeEventListener('popstate', onPopState)
  }
}

function onPopState(): void {
  if (undoing) {
    undoing = false
    return
  }
  const from = here
  const to = storedEntry() ?? followedFragment(from)
  const steps = to && from ? to.index - from.index : 0
  const isAsked = !allowed && isLeaveAsked() && steps !== 0
  allowed = false
  if (to && from && isAsked && isOtherPage(to, from)) {
    undoing = true
    window.history.go(-steps)
    leaveOnceAllowed(() => {
      allowed = true
      window.history.go(steps)
    })
    return
  }
  arrive(to ?? adoptEntry(0), from)
}

/** A fragment link is handled by the browser, which creates an entry without a key. */
function followedFragment(from: VisitEntry | null): VisitEntry | null {
  if (!from || isOtherPage(window.location, from)) return null
  return adoptEntry(from.index + 1, { keepScroll: true })
}

function adoptEntry(index: number, about: { keepScroll?: boolean } = {}): VisitEntry {
  const entry = newEntry(window.location, index, about)
  write(entry, 'replaceState')
  return entry
}

function arrive(to: VisitEntry, from: VisitEntry | null): void {
  here = to
  if (from) listener?.(to, from)
}
