import type { Chat, ChatView } from '@kirim/contract/chats'
import { Tabs } from 'radix-ui'
import { type Ref, useCallback, useMemo } from 'react'
import { useUser } from '#shared/auth/auth-context.ts'
import { useChatCounts, type useChatList } from '../chat-queries.ts'
import { ChatsFailed, LoadingChats, NoChats } from '../rows/list-states.tsx'
import { useOurNumbers } from '../use-our-numbers.ts'
import { ChatRows, type RowsHandle } from './chat-rows.tsx'
import { ListFilters } from './list-filters.tsx'
import { queueCounts } from './queue-counts.ts'
import { QueueTabs } from './queue-tabs.tsx'
import type { useChatSelection } from './use-chat-selection.ts'
import type { ChosenChats } from './use-chosen-chats.ts'

interface QueueViewProps {
  ref: Ref<RowsHandle>
  selection: ReturnType<typeof useChatSelection>
  list: ReturnType<typeof useChatList>
  chats: readonly Chat[]
  listKey: string
  chosen: ChosenChats
}

/** The queues as tabs, with the filters and the rows of the chosen one. */
export function QueueView({ ref, selection, list, chats, listKey, chosen }: QueueViewProps) {
  const personId = useUser()._id
  const { view, filter, setView } = selection
  const { data: counts } = useChatCounts()
  const sums = useMemo(
    () => (counts ? queueCounts(counts, filter, personId) : null),
    [counts, filter, personId],
  )
  const { fetchNextPage, isFetchingNextPage } = list
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  return (
    <Tabs.Root
      value={view}
      onValueChange={(next) => setView(next as ChatView)}
      activationMode="manual"
      className="flex min-h-0 flex-1 flex-col"
    >
      <QueueTabs view={view} counts={sums} onView={setView} />
      <Tabs.Content value={view} className="flex min-h-0 flex-1 flex-col" tabIndex={-1}>
        <ListFilters selection={selection} />
        {chats.length > 0 ? (
          <ChatRows
            ref={ref}
            view={view}
            chats={chats}
            waiting={view === 'all' ? (sums?.unanswered ?? null) : null}
            listKey={listKey}
            chosen={chosen}
            hasMore={list.hasNextPage && !list.isFetchNextPageError}
            onMore={more}
          />
        ) : (
          <NoRows selection={selection} list={list} />
        )}
      </Tabs.Content>
    </Tabs.Root>
  )
}

function NoRows({ selection, list }: Pick<QueueViewProps, 'selection' | 'list'>) {
  const { numbers, isLoaded } = useOurNumbers()
  const { view, isFiltered, clearFilter, setView } = selection
  if (list.isError) {
    return <ChatsFailed onRetry={() => void list.refetch()} busy={list.isFetching} />
  }
  if (list.isPending) return <LoadingChats />
  return (
    <NoChats
      view={view}
      isFiltered={isFiltered}
      hasNumber={isLoaded ? numbers.size > 0 : null}
      onClear={clearFilter}
      onAll={() => setView('all')}
    />
  )
}
