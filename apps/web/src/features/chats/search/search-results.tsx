import { type FoundMessage, SEARCH_MIN_LETTERS, searchChats } from '@kirim/contract/chat-search'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { useChatName } from '../chat-name.tsx'
import { useChatPlace } from '../chat-place.ts'
import { ChatFace } from '../rows/chat-row.tsx'
import { ChatsFailed, LoadingChats } from '../rows/list-states.tsx'
import { PlainChatRow } from '../rows/plain-chat-row.tsx'
import { useDayText } from '../rows/use-day-text.ts'

/** What was found: chats by their person, and messages by their words, of all queues. */
export function SearchResults({ typed }: { typed: string }) {
  const { t } = useTranslation()
  const isLongEnough = typed.length >= SEARCH_MIN_LETTERS
  const search = useInfiniteQuery({
    queryKey: keyOf(searchChats, { q: typed }),
    queryFn: ({ pageParam: cursor, signal }) =>
      request(searchChats, { query: { q: typed, ...(cursor && { cursor }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isLongEnough,
    refetchOnWindowFocus: false,
  })
  if (!isLongEnough) {
    return (
      <p className="border-t px-4 py-4 text-muted-foreground">
        {t('Type {n} letters or more to search.', { n: SEARCH_MIN_LETTERS })}
      </p>
    )
  }
  if (search.isError && !search.data) {
    return <ChatsFailed onRetry={() => void search.refetch()} busy={search.isFetching} />
  }
  if (!search.data) return <LoadingChats />
  const chats = search.data.pages.flatMap((page) => page.chats)
  const messages = search.data.pages.flatMap((page) => page.messages)
  const isComplete = search.data.pages.every((page) => page.isComplete)
  const { hasNextPage } = search
  return (
    <div className="mt-2 min-h-0 flex-1 overflow-y-auto border-t">
      {chats.length === 0 && messages.length === 0 && !hasNextPage && (
        <EmptyState
          className="border-t-0 px-4"
          title={t('No chat with “{words}”.', { words: typed })}
          description={t('Searched names, numbers and all messages of every queue.')}
        />
      )}
      {chats.length > 0 && (
        <ResultGroup title={t('Chats')}>
          {chats.map((chat) => (
            <li key={chat.id}>
              <PlainChatRow chat={chat} />
            </li>
          ))}
        </ResultGroup>
      )}
      {messages.length > 0 && (
        <ResultGroup title={t('Messages')}>
          {messages.map((found) => (
            <li key={found.entryId}>
              <MessageRow found={found} />
            </li>
          ))}
        </ResultGroup>
      )}
      {hasNextPage && (
        <div className="px-4 py-3">
          <Button
            size="sm"
            onClick={() => void search.fetchNextPage()}
            busy={search.isFetchingNextPage}
          >
            {t('Look further back')}
          </Button>
        </div>
      )}
      {!isComplete && (
        <p className="px-4 py-3 text-caption text-muted-foreground">
          {t('Older messages are still being made ready for search.')}
        </p>
      )}
    </div>
  )
}

function ResultGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="sticky top-0 z-[1] flex h-7 items-center border-b bg-background px-4 text-xs font-medium text-muted-foreground">
        {title}
      </h2>
      <ul>{children}</ul>
    </>
  )
}

/** A message in its chat; opened, the chat shows it. */
function MessageRow({ found }: { found: FoundMessage }) {
  const { chat, place, at, before, match, after } = found
  const { messageAddress } = useChatPlace()
  const dayText = useDayText()
  const name = useChatName()(chat)
  return (
    <Link
      to={messageAddress(chat.id, place)}
      className="flex gap-3 border-b px-4 py-2.5 outline-offset-[-2px] hover:bg-muted/60"
    >
      <ChatFace chat={chat} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
          <span className="tnum shrink-0 text-xs text-muted-foreground">
            {dayText(at, Date.now())}
          </span>
        </span>
        <span className="mt-px line-clamp-2 text-caption wrap-anywhere text-muted-foreground">
          {before}
          <mark className="bg-transparent font-semibold text-foreground">{match}</mark>
          {after}
        </span>
      </span>
    </Link>
  )
}
