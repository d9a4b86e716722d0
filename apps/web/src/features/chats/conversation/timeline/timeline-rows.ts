import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { PendingEntry } from '../pending-entries.ts'

/** A message, note or event, and what of it the one before it does not say already. */
export interface TimelineRow {
  readonly key: string
  readonly entry: ChatEntry
  /** Whether a new day begins with it. */
  readonly isNewDay: boolean
  /** How many were unread when the chat was opened, above the first of them; else 0. */
  readonly unread: number
  /** Who of us wrote it, or in a group which person. */
  readonly showsAuthor: boolean
  /** It stands close to the one before it. */
  readonly isClose: boolean
  /** Set while the server does not have it. */
  readonly pending: PendingEntry | null
}

export interface RowsInput {
  readonly entries: readonly ChatEntry[]
  readonly scheduled: readonly ChatEntry[]
  readonly pending: readonly PendingEntry[]
  /** The place where the unread ones begin; null without any. */
  readonly unreadFrom: string | null
  /** How many there were when the chat was opened; more than are loaded in a long absence. */
  readonly unread: number
}

/**
 * The rows of a timeline, one an entry, so that a row is known again when older ones come before
 * it. What has not left yet stands at its end.
 */
export function timelineRows(input: RowsInput): TimelineRow[] {
  const { entries, scheduled, pending, unreadFrom } = input
  const unread = unreadFrom === null ? [] : entries.filter(isUnreadFrom(unreadFrom))
  const waits = new Map(pending.map((wait) => [wait.entry, wait]))
  const rows: TimelineRow[] = []
  let before: ChatEntry | null = null
  let author = ''
  for (const entry of [...entries, ...waits.keys()]) {
    const isNewDay = before === null || dayOf(before) !== dayOf(entry)
    const isFirstUnread = entry === unread[0]
    const by = authorOf(entry)
    const showsAuthor = by !== null && (isNewDay || by !== author)
    author = by ?? (isNewDay ? '' : author)
    const follows = before !== null && sideOf(before) === sideOf(entry)
    rows.push({
      key: entry.id,
      entry,
      isNewDay,
      unread: isFirstUnread ? Math.max(unread.length, input.unread) : 0,
      showsAuthor,
      isClose: follows && !isNewDay && !isFirstUnread && !showsAuthor,
      pending: waits.get(entry) ?? null,
    })
    before = entry
  }
  return [...rows, ...scheduled.map(scheduledRow)]
}

function scheduledRow(entry: ChatEntry): TimelineRow {
  const rest = { isNewDay: false, unread: 0, showsAuthor: true, isClose: false, pending: null }
  return { key: entry.id, entry, ...rest }
}

/** The side of the timeline on which an entry stands. */
export function sideOf({ type, by, content }: ChatEntry): 'in' | 'out' | 'middle' {
  if (type === 'event' || content?.type === 'system' || content?.type === 'call') return 'middle'
  if (type === 'note') return 'out'
  return by === 'person' ? 'in' : 'out'
}

function isUnreadFrom(place: string) {
  return (entry: ChatEntry) => entry.place >= place && sideOf(entry) === 'in'
}

/** Tells authors of the same side apart; null for entries that name none. */
function authorOf(entry: ChatEntry): string | null {
  const { type, by, author, originName, senderName } = entry
  if (type !== 'message' || sideOf(entry) === 'middle') return null
  if (by === 'person') return senderName === '' ? null : `person ${senderName}`
  return `${by} ${author?.name ?? ''} ${originName}`
}

/** The calendar day in the browser's zone. */
function dayOf({ at }: ChatEntry): string {
  return new Date(at).toDateString()
}
