import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { ChatMessages, type MessageView } from './chat-messages.tsx'
import type { usePresence } from './use-presence.ts'
import { type ChatPlace, useMessages } from './use-sandbox.ts'

interface ChatHistoryProps {
  place: ChatPlace
  doing: ReturnType<typeof usePresence>
  view?: MessageView
}

/** The messages of a chat, or an error. */
export function ChatHistory({ place, doing, view }: ChatHistoryProps): ReactNode {
  const { t } = useTranslation()
  const messages = useMessages(place)
  if (messages.isError) {
    return (
      <div className="min-h-0 flex-1">
        <ErrorState
          className="border-t-0"
          message={t('Could not load the messages of this chat.')}
          query={messages}
        />
      </div>
    )
  }
  if (!messages.data) {
    return (
      <div className="min-h-0 flex-1 bg-chat">
        <Loading text={t('Loading messages...')}>
          <div />
        </Loading>
      </div>
    )
  }
  return (
    <ChatMessages place={place} messages={messages.data} doing={doing} {...(view && { view })} />
  )
}
