import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/api-error.ts'
import { useChatPlace } from '../chat-place.ts'
import { useChat } from '../chat-queries.ts'
import { ChatFailed, ChatGone, ChatLoading } from './conversation-states.tsx'
import { OpenConversation } from './open-conversation.tsx'
import { ReplyProvider } from './reply-context.tsx'

interface ConversationProps {
  chatId: string
  /** Stands at its foot; what it quotes and changes comes from `useReply`. */
  composer: ReactNode
}

/** The open chat: its head, its entries and the composer. */
export function Conversation({ chatId, composer }: ConversationProps) {
  const { t } = useTranslation()
  const { at } = useChatPlace()
  const query = useChat(chatId)
  const { error } = query
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <ReplyProvider>
      <section aria-label={t('Conversation')} className="flex min-h-0 min-w-0 flex-1 flex-col">
        {isGone ? (
          <ChatGone />
        ) : query.data ? (
          <OpenConversation
            // Another place is another part of the timeline.
            key={at}
            chat={query.data.chat}
            at={at}
            composer={composer}
          />
        ) : error ? (
          <ChatFailed query={query} error={error} />
        ) : (
          <ChatLoading />
        )}
      </section>
    </ReplyProvider>
  )
}
