import { type ChatMention, listMentions, markMentionsSeen } from '@kirim/contract/chat-mentions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'

/** Notes that name the reader and were not seen yet, newest first; an event renews them. */
export function useMentions(): readonly ChatMention[] {
  const client = useQueryClient()
  const { data } = useQuery({
    ...callQuery(listMentions),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  useRealtimeEvent('chat_mentioned', () => {
    void client.invalidateQueries({ queryKey: keyOf(listMentions) })
  })
  return data ?? []
}

/** Marks what names the reader in the open chat as seen, once their window has the focus. */
export function useSeeMentions(chatId: string | null, mentions: readonly ChatMention[]): void {
  const client = useQueryClient()
  const isNew = chatId !== null && mentions.some(({ chat }) => chat.id === chatId)
  const see = useEffectEvent(async () => {
    if (chatId === null || !isNew || !document.hasFocus()) return
    await request(markMentionsSeen, { params: { id: chatId } })
    client.setQueryData<ChatMention[]>(callQuery(listMentions).queryKey, (before) =>
      before?.filter(({ chat }) => chat.id !== chatId),
    )
  })
  useEffect(() => {
    // What fails stays unseen, and is tried again when the window gets the focus.
    const look = () => void see().catch(() => undefined)
    if (isNew) look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [isNew])
}
