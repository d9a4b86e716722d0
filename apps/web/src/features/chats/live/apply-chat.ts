import type { Chat } from '@kirim/contract/chats'
import type { QueryClient } from '@tanstack/react-query'
import {
  type ChatSelection,
  chatKey,
  chatListKey,
  type LoadedChats,
  type OpenedChat,
} from '../chat-queries.ts'
import { withChat, withoutChat } from './chat-changes.ts'

/** Chats as they are now, by their ids; null for one that is gone. */
export type ChatNews = ReadonlyMap<string, Chat | null>

/** Puts chats into one loaded list. */
export function applyToList(
  client: QueryClient,
  key: readonly unknown[],
  news: ChatNews,
  personId: string,
): void {
  const selection = key[2] as ChatSelection | undefined
  if (!selection || news.size === 0) return
  client.setQueryData<LoadedChats>(key, (list) => {
    if (!list) return list
    let now = list
    for (const [id, chat] of news) {
      now = chat ? withChat(now, chat, selection, personId) : withoutChat(now, id)
    }
    return now
  })
}

/** Puts chats into every loaded list. */
export function applyToLists(client: QueryClient, news: ChatNews, personId: string): void {
  for (const [key] of client.getQueriesData({ queryKey: chatListKey() })) {
    applyToList(client, key, news, personId)
  }
}

/** Puts a chat as it is now into every list, and into the opened one. */
export function applyChat(client: QueryClient, chat: Chat, personId: string): void {
  applyToLists(client, new Map([[chat.id, chat]]), personId)
  client.setQueryData<OpenedChat>(chatKey(chat.id), (opened) => opened && { ...opened, chat })
}

/** A loaded chat as the browser knows it. */
export function knownChat(client: QueryClient, id: string): Chat | null {
  const opened = client.getQueryData<OpenedChat>(chatKey(id))
  if (opened) return opened.chat
  for (const [, list] of client.getQueriesData<LoadedChats>({ queryKey: chatListKey() })) {
    const found = list?.pages.flatMap(({ chats }) => chats).find((chat) => chat.id === id)
    if (found) return found
  }
  return null
}
