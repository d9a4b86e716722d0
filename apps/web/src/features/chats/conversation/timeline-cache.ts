import type { ResponseOf } from '@kirim/contract/call'
import type { ChatEntry } from '@kirim/contract/chat-entries'
import { listChatEntries } from '@kirim/contract/chat-entries'
import { openChat } from '@kirim/contract/chats'
import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import {
  type TimelineWindow,
  withEntries,
  withLater,
  withoutEntries,
} from './timeline/timeline-window.ts'

/** How many entries a chat is opened with, and how many each further page has: work of a frame. */
const FIRST_PAGE = 50
export const NEXT_PAGE = 50

/** An answer of `openChat` that is younger than this is that of the same visit. */
const SAME_VISIT_MS = 3_000
/** The longest page of the server, for reading a window again. */
const LONGEST_PAGE = 200

const TIMELINE = 'timeline'

/** The key of the window of a chat that was opened at its end, or at an entry. */
export function timelineKey(chatId: string, at: string | null): readonly unknown[] {
  return [TIMELINE, chatId, at ?? '']
}

/** Puts new or changed entries into every window of their chat. */
export function keepEntries(
  client: QueryClient,
  chatId: string,
  entries: readonly ChatEntry[],
): void {
  client.setQueriesData<TimelineWindow>(
    { queryKey: [TIMELINE, chatId] },
    (window) => window && withEntries(window, entries),
  )
}

/** The place of the newest entry that the browser has of a chat; empty without any. */
export function newestPlace(client: QueryClient, chatId: string): string {
  const windows = client.getQueriesData<TimelineWindow>({ queryKey: [TIMELINE, chatId] })
  const places = windows.map(([, window]) => window?.entries.at(-1)?.place ?? '')
  return places.sort().at(-1) ?? ''
}

/** Removes entries that are gone from every window of their chat. */
export function dropEntries(client: QueryClient, chatId: string, ids: readonly string[]): void {
  client.setQueriesData<TimelineWindow>(
    { queryKey: [TIMELINE, chatId] },
    (window) => window && withoutEntries(window, ids),
  )
}

/**
 * Loads the window of a chat: around an entry, or at its end. One that is known is read again from
 * its first entry, so that nothing moves under its reader.
 */
export async function loadWindow(
  client: QueryClient,
  chatId: string,
  at: string | null,
  signal: AbortSignal,
): Promise<TimelineWindow> {
  const known = client.getQueryData<TimelineWindow>(timelineKey(chatId, at))
  if (known && known.entries.length > 0) return readAgain(chatId, known, signal)
  if (at === null) return readEnd(client, chatId, SAME_VISIT_MS)
  const query = { around: at, limit: FIRST_PAGE }
  const page = await request(listChatEntries, { params: { id: chatId }, query }, { signal })
  return { ...page, scheduled: [], unreadFrom: null, unread: 0 }
}

/** The newest entries of a chat, as they are now unless they were read `maxAgeMs` ago. */
export async function readEnd(
  client: QueryClient,
  chatId: string,
  maxAgeMs = 0,
): Promise<TimelineWindow> {
  const opened = await client.fetchQuery({
    ...callQuery(openChat, { params: { id: chatId } }),
    staleTime: maxAgeMs,
  })
  return windowOf(opened)
}

/** The window of a chat that was just opened at its end. */
export function windowOf(opened: ResponseOf<typeof openChat>): TimelineWindow {
  const { chat, entries, hasEarlier, scheduled, unreadFrom } = opened
  return { entries, hasEarlier, hasLater: false, scheduled, unreadFrom, unread: chat.unread }
}

async function readAgain(
  chatId: string,
  known: TimelineWindow,
  signal: AbortSignal,
): Promise<TimelineWindow> {
  const read = (query: { around?: string; after?: string }) =>
    request(
      listChatEntries,
      { params: { id: chatId }, query: { ...query, limit: LONGEST_PAGE } },
      { signal },
    )
  const start = known.entries[0]?.place ?? ''
  const last = known.entries.at(-1)?.place ?? ''
  let window: TimelineWindow = { ...known, ...(await read({ around: start })) }
  // Each page moves the end on, or it is the last one.
  while (window.hasLater && (window.entries.at(-1)?.place ?? '') < last) {
    const end = window.entries.at(-1)?.place ?? ''
    window = withLater(window, await read({ after: end }))
  }
  return window
}
