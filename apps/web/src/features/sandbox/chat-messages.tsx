import type { SandboxMessage } from '@kirim/contract/sandbox'
import { Mic } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { ChatBubble } from '#shared/ui/chat-bubble.tsx'
import { CallNotice } from './call-parts.tsx'
import { chatDays } from './chat-days.ts'
import { MessageActions, type MessageRights } from './message-actions.tsx'
import { PollAnswers, ReactMenu } from './message-answers.tsx'
import { MessageMedia } from './message-media.tsx'
import { useDayName } from './use-day-name.ts'
import type { usePresence } from './use-presence.ts'
import type { ChatPlace } from './use-sandbox.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

/** How a viewer sees a message: the side, the author's name, and what they may do with it. */
export type MessageView = (message: SandboxMessage) => {
  side: 'in' | 'out'
  name?: string
  rights?: MessageRights
}

/** A contact sees its own messages on the right; the other author is obvious. */
const asContact: MessageView = ({ direction }) =>
  direction === 'from-contact'
    ? { side: 'out', rights: { edits: true, deletesAs: '' } }
    : { side: 'in' }

interface ChatMessagesProps {
  place: ChatPlace
  messages: readonly SandboxMessage[]
  doing: ReturnType<typeof usePresence>
  view?: MessageView
}

export function ChatMessages({ place, messages, doing, view = asContact }: ChatMessagesProps) {
  const { t } = useTranslation()
  const dayName = useDayName()
  const { box, content } = useStickToEnd()
  return (
    <div
      ref={box}
      role="log"
      aria-label={t('Messages')}
      // Focusable, so that it can be scrolled by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto bg-chat -outline-offset-2"
    >
      <div ref={content} className="flex min-h-full flex-col p-4 sm:px-6">
        {messages.length === 0 && (
          <p className="m-auto max-w-xs text-center text-caption text-muted-foreground">
            {t('No messages yet. Write as the contact to see the replies.')}
          </p>
        )}
        {chatDays(messages).map((day) => (
          <div key={day.date.getTime()} className="mb-3 flex flex-col gap-2">
            <p className="mb-1 self-center rounded-full bg-card px-2.5 py-0.5 text-xs text-muted-foreground ring-1 ring-border">
              {dayName(day.date)}
            </p>
            {day.messages.map((message) => (
              <Message key={message.id} place={place} message={message} view={view} />
            ))}
          </div>
        ))}
        {doing && <ActivityIndicator doing={doing} />}
      </div>
    </div>
  )
}

interface MessageProps {
  place: ChatPlace
  message: SandboxMessage
  view: MessageView
}

function Message({ place, message, view }: MessageProps) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const { kind, text, mediaType, at, status, mark } = message
  if (kind === 'call') return <CallNotice call={message} />
  const { side, name, rights } = view(message)
  const isDeleted = mark === 'deleted'
  const isContactChat = view === asContact
  const hasMedia = kind !== 'text' && mediaType !== null && !isDeleted
  const hasNoPreview = !text && !hasMedia && kind === 'other'
  const lead = isDeleted ? (
    <em>{t('This message was deleted.')}</em>
  ) : (
    hasNoPreview && t('This kind of message has no preview.')
  )
  return (
    <ChatBubble
      side={side}
      reason={name}
      lead={lead}
      text={text}
      media={
        (hasMedia && <MessageMedia place={place} message={message} />) ||
        (isContactChat && message.options && <PollAnswers place={place} message={message} />)
      }
      time={
        <>
          {mark === 'edited' && <span>{t('Edited')}</span>}
          <time dateTime={at}>{time(at)}</time>
        </>
      }
      tick={status}
      action={
        !isDeleted &&
        (rights ? (
          <MessageActions place={place} message={message} rights={rights} />
        ) : (
          isContactChat && <ReactMenu place={place} message={message} />
        ))
      }
    />
  )
}

function ActivityIndicator({ doing }: { doing: 'composing' | 'recording' }) {
  return (
    <div
      aria-hidden="true"
      className="inline-flex items-center gap-1 self-start rounded-xl rounded-tl-[4px] bg-bubble-in p-3 text-muted-foreground"
    >
      {doing === 'recording' && <Mic className="size-4" />}
      {[0, 200, 400].map((delay) => (
        <i
          key={delay}
          className="size-1.5 animate-pulse rounded-full bg-muted-foreground [animation-duration:1.2s]"
          style={{ animationDelay: `${delay}ms` }}
        />
      ))}
    </div>
  )
}
