import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'
import { useChatPlace } from './chat-place.ts'
import { Composer } from './composer/composer.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { ChatList } from './list/chat-list.tsx'
import { NoChatOpen } from './list/no-chat-open.tsx'
import { useLiveChats } from './live/use-live-chats.ts'
import { useLiveRules } from './live/use-live-rules.ts'
import { ContactColumn } from './sheet/contact-column.tsx'
import { useLiveNumbers } from './use-our-numbers.ts'

/** Under 1024 px the columns are screens; those that are not shown keep their scroll place. */
const BEHIND = 'max-lg:invisible max-lg:absolute max-lg:inset-0'

/** The page of the chats: the list, the open chat, and the sheet of its contact beside it. */
export function ChatsPage() {
  const { t } = useTranslation()
  const { chatId, isContact } = useChatPlace()
  useLiveChats()
  useLiveNumbers()
  useLiveRules()
  return (
    <div
      className={cn(
        'relative grid min-h-0 flex-1 grid-cols-1 grid-rows-[minmax(0,1fr)] lg:grid-cols-[340px_minmax(0,1fr)]',
        chatId !== null && 'xl:grid-cols-[340px_minmax(0,1fr)_304px]',
      )}
    >
      {/* That of the list is hidden behind an open chat there. */}
      {chatId !== null && <h1 className="sr-only lg:hidden">{t('Chats')}</h1>}
      <section
        aria-label={t('Chat list')}
        className={cn(
          'flex min-h-0 min-w-0 flex-col bg-card lg:border-r',
          chatId !== null && BEHIND,
        )}
      >
        <ChatList />
      </section>
      {chatId === null ? (
        <NoChatOpen />
      ) : (
        <>
          <div
            className={cn('flex min-h-0 min-w-0 flex-col bg-chat', isContact && BEHIND)}
            key={chatId}
          >
            <Conversation chatId={chatId} composer={<Composer chatId={chatId} />} />
          </div>
          <ContactColumn chatId={chatId} isOpen={isContact} />
        </>
      )}
    </div>
  )
}
