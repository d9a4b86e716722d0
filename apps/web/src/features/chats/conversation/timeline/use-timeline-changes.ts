import type { ChatEntry } from '@kirim/contract/chat-entries'
import { useQueryClient } from '@tanstack/react-query'
import { dropEntries, keepEntries } from '../timeline-cache.ts'

/** Puts the answers of calls into the timeline of a chat, before their events come. */
export function useTimelineChanges(chatId: string) {
  const client = useQueryClient()
  return {
    keep: (entry: ChatEntry) => keepEntries(client, chatId, [entry]),
    drop: (entryId: string) => dropEntries(client, chatId, [entryId]),
  }
}
