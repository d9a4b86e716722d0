import type { Chat } from '@kirim/contract/chats'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useUser } from '#shared/auth/auth-context.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useMissedEvents } from '#shared/realtime/use-missed-events.ts'
import { chatKey, chatListKey, type LoadedChats, type OpenedChat } from '../chat-queries.ts'
import { applyToList, applyToLists } from './apply-chat.ts'
import { withEntries, withoutEntries } from './chat-changes.ts'

/** Longer lists are not loaded again from the start to their end. */
const PAGES_LOADED_AGAIN = 3

/**
 * Keeps every loaded list and chat up to date by the events alone. Only after missed events are
 * they fetched again, once.
 */
export function useLiveChats(): void {
  const client = useQueryClient()
  const personId = useUser()._id
  /** What happened while a list was on its way, which may be older than that. */
  const since = useRef(new Map<string, Chat | null>())

  const hear = (id: string, chat: Chat | null) => {
    if (client.isFetching({ queryKey: chatListKey() }) > 0) since.current.set(id, chat)
    applyToLists(client, new Map([[id, chat]]), personId)
  }
  useRealtimeEvent('chat_changed', (chat) => {
    hear(chat.id, chat)
    client.setQueryData<OpenedChat>(chatKey(chat.id), (opened) => opened && { ...opened, chat })
  })
  useRealtimeEvent('chat_gone', ({ id }) => {
    hear(id, null)
    void client.invalidateQueries({ queryKey: chatKey(id) })
  })
  useRealtimeEvent('chat_entries_changed', ({ chatId, entries }) =>
    client.setQueryData<OpenedChat>(
      chatKey(chatId),
      (opened) => opened && withEntries(opened, entries),
    ),
  )
  useRealtimeEvent('chat_entries_gone', ({ chatId, entryIds }) =>
    client.setQueryData<OpenedChat>(
      chatKey(chatId),
      (opened) => opened && withoutEntries(opened, entryIds),
    ),
  )

  const applyMissed = useEffectEvent((key: readonly unknown[]) => {
    applyToList(client, key, since.current, personId)
    if (client.isFetching({ queryKey: chatListKey() }) === 0) since.current.clear()
  })
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ type, query, ...event }) => {
        const isFetched =
          type === 'updated' &&
          'action' in event &&
          event.action.type === 'success' &&
          !event.action.manual
        if (isFetched && isListKey(query.queryKey)) applyMissed(query.queryKey)
      }),
    [client],
  )

  useMissedEvents(() => readAgain(client))
  // Nothing keeps them up to date while another page is open.
  useEffect(
    () => () => {
      for (const queryKey of [chatListKey(), chatKey()]) {
        void client.invalidateQueries({ queryKey, refetchType: 'none' })
      }
    },
    [client],
  )
}

function readAgain(client: QueryClient): void {
  client.setQueriesData<LoadedChats>({ queryKey: chatListKey() }, (list) => list && shortened(list))
  for (const queryKey of [chatListKey(), chatKey()]) void client.invalidateQueries({ queryKey })
}

function shortened({ pages, pageParams }: LoadedChats): LoadedChats {
  return {
    pages: pages.slice(0, PAGES_LOADED_AGAIN),
    pageParams: pageParams.slice(0, PAGES_LOADED_AGAIN),
  }
}

function isListKey(key: readonly unknown[]): boolean {
  return chatListKey().every((part, index) => key[index] === part)
}
