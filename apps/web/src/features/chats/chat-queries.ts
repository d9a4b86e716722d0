import type { ResponseOf } from '@kirim/contract/call'
import type { ChatFilter, ChatView } from '@kirim/contract/chats'
import { countChats, listChats, openChat } from '@kirim/contract/chats'
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'

/** Page sizes: a reader who scrolls on usually wants many more. */
const CHATS = { first: 50, further: 200 }

/** What is kept up to date by live events is never fetched again by itself. */
const KEPT_LIVE = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false }

/** What a list of chats shows. */
export interface ChatSelection {
  readonly view: ChatView
  readonly filter: ChatFilter
}

export type ChatPage = ResponseOf<typeof listChats>
export type LoadedChats = InfiniteData<ChatPage, string>
export type OpenedChat = ResponseOf<typeof openChat>

/** The key of one list, and without a selection of all of them. */
export function chatListKey(selection?: ChatSelection) {
  return keyOf(listChats, selection)
}

/** The key of one opened chat, and without an id of all of them. */
export function chatKey(id?: string) {
  return keyOf(openChat, id === undefined ? undefined : { params: { id } })
}

export const chatCountsKey = keyOf(countChats, {})

/** Loads the chats of a view page by page; live events keep the loaded ones up to date. */
export function useChatList(view: ChatView, filter: ChatFilter) {
  return useInfiniteQuery({
    queryKey: chatListKey({ view, filter }),
    queryFn: ({ pageParam: cursor, signal }) =>
      request(
        listChats,
        {
          query: {
            ...filter,
            view,
            ...(cursor && { cursor }),
            limit: cursor ? CHATS.further : CHATS.first,
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    ...KEPT_LIVE,
  })
}

/** How many chats each number and assignee has in each queue. */
export function useChatCounts() {
  return useQuery({ ...callQuery(countChats), ...KEPT_LIVE })
}

/** A chat with its newest entries, and what stands in the way of an answer. */
export function useChat(id: string) {
  return useQuery({ ...callQuery(openChat, { params: { id } }), ...KEPT_LIVE })
}
