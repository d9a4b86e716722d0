import type { ChatCount } from '@kirim/contract/chats'
import { useQueryClient } from '@tanstack/react-query'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { useRefetchWhenStale } from '#shared/realtime/use-refetch-when-stale.ts'
import { chatCountsKey } from '../chat-queries.ts'
import { withCount } from './chat-changes.ts'

/** Keeps the counts of the queues up to date on every page. */
export function useLiveCounts(): void {
  const client = useQueryClient()
  const isStale = useRefetchWhenStale(chatCountsKey)
  useRealtimeEvent('chat_count_changed', (news) => {
    isStale()
    client.setQueryData<ChatCount[]>(chatCountsKey, (counts) => counts && withCount(counts, news))
  })
  useMissedEvents(() => void client.invalidateQueries({ queryKey: chatCountsKey }))
}
