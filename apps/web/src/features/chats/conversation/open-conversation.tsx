import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { Chat } from '@kirim/contract/chats'
import { type ReactNode, useMemo, useState } from 'react'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { useChatName } from '../chat-name.tsx'
import { useChatLabels } from '../use-chat-labels.ts'
import { useChatPeople } from '../use-chat-people.ts'
import { ConversationContext, type ConversationPlace } from './conversation-context.ts'
import { TimelineFailed, TimelineLoading } from './conversation-states.tsx'
import { ConversationHead } from './head/conversation-head.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { useTimeline } from './timeline/use-timeline.ts'
import { useTarget } from './use-target.ts'
import { useWordsOfPage, WordsContext } from './words.ts'

interface OpenConversationProps {
  chat: Chat
  /** The place where the timeline begins; null for its end. */
  at: string | null
  composer: ReactNode
}

/** A chat that is known, while its timeline loads and after. */
export function OpenConversation({ chat, at, composer }: OpenConversationProps) {
  const { query, window, loading, loadMore, toEnd, toEntry } = useTimeline(chat.id, at)
  const { target, jumpTo } = useTarget(at, window, toEntry)
  const [picture, setPicture] = useState<ChatEntry | null>(null)
  const mayWrite = useMay('chats:write')
  const personName = useChatName()(chat)
  const { byId: people } = useChatPeople()
  const { byId: labels } = useChatLabels()
  const { id: chatId, deviceId, kind } = chat
  const place = useMemo<ConversationPlace>(
    () => ({
      chatId,
      deviceId,
      kind,
      personName,
      mayWrite,
      nameOf: (personId) => people.get(personId)?.name ?? '',
      labelOf: (labelId) => labels.get(labelId)?.name ?? '',
      jumpTo,
      openPicture: setPicture,
    }),
    [chatId, deviceId, kind, personName, mayWrite, people, labels, jumpTo],
  )
  return (
    <WordsContext value={useWordsOfPage()}>
      <ConversationContext value={place}>
        <ConversationHead chat={chat} />
        {window ? (
          <Timeline
            chat={chat}
            window={window}
            loading={loading}
            loadMore={loadMore}
            toEnd={toEnd}
            target={target}
          />
        ) : query.error ? (
          <TimelineFailed query={query} error={query.error} />
        ) : (
          <TimelineLoading />
        )}
        {composer}
        {picture && <PictureViewer entry={picture} onClose={() => setPicture(null)} />}
      </ConversationContext>
    </WordsContext>
  )
}
