import { type ChatEntry, listChatEntries } from '@kirim/contract/chat-entries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { request } from '#shared/api/request.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useRefetchWhenStale } from '#shared/realtime/use-refetch-when-stale.ts'
import { chatKey, type OpenedChat } from '../../chat-queries.ts'
import {
  dropEntries,
  keepEntries,
  loadWindow,
  NEXT_PAGE,
  readEnd,
  timelineKey,
  windowOf,
} from '../timeline-cache.ts'
import {
  type EntryPage,
  type TimelineWindow,
  withEarlier,
  withEntries,
  withLater,
} from './timeline-window.ts'

type Direction = 'earlier' | 'later'

/**
 * The part of a chat's timeline that the browser holds, kept up to date by events, and functions
 * that load what is before and after it. It begins at the end, or around the place `at`.
 */
export function useTimeline(chatId: string, at: string | null) {
  const client = useQueryClient()
  const queryKey = timelineKey(chatId, at)
  const [loading, setLoading] = useState<Direction | null>(null)
  const isLoading = useRef(false)
  /** What came while a page was on its way, which may be older than that. */
  const meanwhile = useRef<ChatEntry[]>([])
  /** What the browser knew when the chat was opened is shown until it is read. */
  const [known] = useState(() => {
    const opened = client.getQueryData<OpenedChat>(chatKey(chatId))
    return at === null && opened ? windowOf(opened) : undefined
  })
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadWindow(client, chatId, at, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Each visit begins at the end again.
    gcTime: 0,
    // A window is always another one; comparing it deeply would take a frame.
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })

  const noteEvent = useRefetchWhenStale(queryKey)
  useRealtimeEvent('chat_entries_changed', (changed) => {
    if (changed.chatId !== chatId) return
    noteEvent()
    if (isLoading.current) meanwhile.current.push(...changed.entries)
    keepEntries(client, chatId, changed.entries)
  })
  useRealtimeEvent('chat_entries_gone', (gone) => {
    if (gone.chatId !== chatId) return
    noteEvent()
    dropEntries(client, chatId, gone.entryIds)
  })
  useMissedEvents(() => void query.refetch())

  const set = (change: (window: TimelineWindow) => TimelineWindow) =>
    client.setQueryData<TimelineWindow>(queryKey, (window) => window && change(window))

  const load = async (direction: Direction) => {
    const window = client.getQueryData<TimelineWindow>(queryKey)
    const edge = direction === 'earlier' ? window?.entries[0] : window?.entries.at(-1)
    const hasMore = direction === 'earlier' ? window?.hasEarlier : window?.hasLater
    if (!edge || !hasMore || isLoading.current) return
    isLoading.current = true
    meanwhile.current = []
    setLoading(direction)
    const range = direction === 'earlier' ? { before: edge.place } : { after: edge.place }
    const ask = { params: { id: chatId }, query: { ...range, limit: NEXT_PAGE } }
    try {
      const page: EntryPage = await request(listChatEntries, ask)
      const add = direction === 'earlier' ? withEarlier : withLater
      const late = meanwhile.current
      set((before) => withEntries(add(before, page), late))
    } finally {
      isLoading.current = false
      setLoading(null)
    }
  }
  /** A page that fails is asked for again by the next scroll. */
  const loadMore = (direction: Direction) => void load(direction).catch(() => undefined)

  const toEnd = useCallback(async () => {
    const end = await readEnd(client, chatId)
    client.setQueryData<TimelineWindow>(timelineKey(chatId, at), end)
  }, [client, chatId, at])

  /** Shows the part around an entry instead. */
  const toEntry = useCallback(
    async (entryId: string) => {
      const query = { around: entryId, limit: NEXT_PAGE }
      const page = await request(listChatEntries, { params: { id: chatId }, query })
      client.setQueryData<TimelineWindow>(
        timelineKey(chatId, at),
        (window) => window && { ...window, ...page },
      )
    },
    [client, chatId, at],
  )
  return { query, window: query.data ?? known, loading, loadMore, toEnd, toEntry }
}
