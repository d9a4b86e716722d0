import type { ChatEntry } from '@kirim/contract/chat-entries'

/** The entries of a chat that the browser holds: one unbroken part of its timeline. */
export interface TimelineWindow {
  /** By their places, oldest first. */
  readonly entries: readonly ChatEntry[]
  readonly hasEarlier: boolean
  readonly hasLater: boolean
  /** Messages that have not left yet, by when they leave. */
  readonly scheduled: readonly ChatEntry[]
  /** The place where the unread ones began when the chat was opened; null without any. */
  readonly unreadFrom: string | null
  /** How many were unread then. */
  readonly unread: number
}

/** What the server answers for a part of a timeline. */
export interface EntryPage {
  readonly entries: readonly ChatEntry[]
  readonly hasEarlier: boolean
  readonly hasLater: boolean
}

/** Entries beyond this many are dropped at the far end, so that a long chat costs no memory. */
export const WINDOW_MAX = 600

/** Whether a message waits for its time, or for somebody to decide. */
export function isScheduled({ state }: ChatEntry): boolean {
  return state === 'scheduled' || state === 'held'
}

/** Puts entries that came from the server into a window, each by its id. */
export function withEntries(window: TimelineWindow, changed: readonly ChatEntry[]): TimelineWindow {
  const ids = new Set(changed.map(({ id }) => id))
  const kept = window.entries.filter(({ id }) => !ids.has(id))
  const waiting = window.scheduled.filter(({ id }) => !ids.has(id))
  const known = new Set(window.entries.map(({ id }) => id))
  const added = changed.filter(
    (entry) => !isScheduled(entry) && (known.has(entry.id) || isWithin(window, entry.place)),
  )
  return {
    ...window,
    entries: byPlace([...kept, ...added]),
    scheduled: byTime([...waiting, ...changed.filter(isScheduled)]),
  }
}

/** Removes entries that are gone. */
export function withoutEntries(window: TimelineWindow, gone: readonly string[]): TimelineWindow {
  const ids = new Set(gone)
  const stays = ({ id }: ChatEntry) => !ids.has(id)
  return {
    ...window,
    entries: window.entries.filter(stays),
    scheduled: window.scheduled.filter(stays),
  }
}

/** Adds the page before a window; drops its newest entries when it becomes too long. */
export function withEarlier(window: TimelineWindow, page: EntryPage): TimelineWindow {
  const entries = united(page.entries, window.entries)
  return {
    ...window,
    entries: entries.slice(0, WINDOW_MAX),
    hasEarlier: page.hasEarlier,
    hasLater: window.hasLater || entries.length > WINDOW_MAX,
  }
}

/** Adds the page after a window; drops its oldest entries when it becomes too long. */
export function withLater(window: TimelineWindow, page: EntryPage): TimelineWindow {
  const entries = united(window.entries, page.entries)
  return {
    ...window,
    entries: entries.slice(-WINDOW_MAX),
    hasEarlier: window.hasEarlier || entries.length > WINDOW_MAX,
    hasLater: page.hasLater,
  }
}

/** Whether nothing that the browser does not hold lies between the window and this place. */
function isWithin({ entries, hasEarlier, hasLater }: TimelineWindow, place: string): boolean {
  const first = entries[0]?.place
  const last = entries.at(-1)?.place
  if (first === undefined || last === undefined) return !hasEarlier && !hasLater
  return (place >= first || !hasEarlier) && (place <= last || !hasLater)
}

/** Later wordings of an entry win. */
function united(before: readonly ChatEntry[], after: readonly ChatEntry[]): ChatEntry[] {
  const entries = new Map([...before, ...after].map((entry) => [entry.id, entry]))
  return byPlace([...entries.values()].filter((entry) => !isScheduled(entry)))
}

function byPlace(entries: ChatEntry[]): ChatEntry[] {
  return entries.sort((one, other) => compare(one.place, other.place))
}

function byTime(entries: ChatEntry[]): ChatEntry[] {
  return entries.sort((one, other) => compare(one.sendAt ?? one.at, other.sendAt ?? other.at))
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
