import type { Chat } from '@kirim/contract/chats'
import { useEffect, useRef } from 'react'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { setTabCount } from '#shared/ui/tab-count.ts'
import { useChatCounts } from '../chat-queries.ts'
import { isSoundOn, playSound } from './sound.ts'
import { useLiveCounts } from './use-live-counts.ts'
import { waitingIn } from './waiting-in.ts'

/** An older message was not just written, whatever changed about its chat. */
const NEW_MS = 60_000

/**
 * Keeps the counts up to date on every page, and says that somebody waits: in the tab, by sound.
 */
export function ChatWatch() {
  useLiveCounts()
  const { data } = useChatCounts()
  const waiting = waitingIn(data)
  useEffect(() => setTabCount(waiting), [waiting])
  useEffect(() => () => setTabCount(0), [])
  const heard = useRef(new Map<string, string>())
  useRealtimeEvent('chat_changed', (chat) => {
    if (!isNews(chat) || heard.current.get(chat.id) === chat.lastAt) return
    heard.current.set(chat.id, chat.lastAt)
    if (isSoundOn()) playSound()
  })
  return null
}

function isNews({ lastBy, unread, lastAt }: Chat): boolean {
  return lastBy === 'person' && unread > 0 && Date.now() - Date.parse(lastAt) < NEW_MS
}
