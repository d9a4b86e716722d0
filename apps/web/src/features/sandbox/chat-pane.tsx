import type { SandboxChat, SandboxPhone } from '@kirim/contract/sandbox'
import { ArrowLeft, Link2, Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { ChatMessages } from './chat-messages.tsx'
import { Composer } from './composer.tsx'
import { ContactSwitches } from './contact-switches.tsx'
import { usePresence } from './use-presence.ts'
import { useChats, useMessages } from './use-sandbox.ts'

interface ChatPaneProps {
  phone: SandboxPhone
  contactNumber: string | null
  onBack: () => void
  className?: string
}

/** A chat as the contact sees it: the linked number on the left, the contact on the right. */
export function ChatPane({ phone, contactNumber, onBack, className }: ChatPaneProps) {
  const { t } = useTranslation()
  const chats = useChats(phone.phoneNumber).data
  if (contactNumber === null) {
    return (
      <div className={cn('flex items-center justify-center bg-chat', className)}>
        <EmptyState
          className="max-w-sm border-t-0"
          title={t('No chat is open.')}
          description={t('Open one to see what the contact sees, and to write as the contact.')}
        />
      </div>
    )
  }
  const chat = chats?.find((entry) => entry.contactNumber === contactNumber)
  return (
    <section
      key={`${phone.phoneNumber} ${contactNumber}`}
      aria-label={t('Chat')}
      className={cn('flex min-h-0 min-w-0 flex-col max-lg:h-[calc(100dvh-140px)]', className)}
    >
      <OpenChat phone={phone} chat={chat ?? newChat(contactNumber)} onBack={onBack} />
    </section>
  )
}

/** A chat in which nothing was written is in no list. */
function newChat(contactNumber: string): SandboxChat {
  return {
    contactNumber,
    contactName: contactNumber,
    last: null,
    unread: 0,
    registered: true,
    online: true,
  }
}

interface OpenChatProps {
  phone: SandboxPhone
  chat: SandboxChat
  onBack: () => void
}

function OpenChat({ phone, chat, onBack }: OpenChatProps) {
  const place = { phoneNumber: phone.phoneNumber, contactNumber: chat.contactNumber }
  const doing = usePresence(place)
  return (
    <>
      <ChatHeader phone={phone} chat={chat} doing={doing} onBack={onBack} />
      <ContactSwitches place={place} chat={chat} />
      <Messages place={place} doing={doing} />
      <Composer place={place} contact={chat.contactName || chat.contactNumber} />
    </>
  )
}

function ChatHeader({
  phone,
  chat,
  doing,
  onBack,
}: OpenChatProps & { doing: ReturnType<typeof usePresence> }) {
  const { t } = useTranslation()
  return (
    <header className="flex items-center gap-3 border-b px-4 py-2.5">
      <Button
        variant="ghost"
        size="icon"
        className="-ml-2 lg:hidden"
        aria-label={t('Back to chats')}
        onClick={onBack}
      >
        <ArrowLeft aria-hidden="true" />
      </Button>
      <Avatar name={phone.name} kind="number" />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-medium">{phone.name}</h2>
        <p
          aria-live="polite"
          className={cn('truncate text-xs', doing ? 'text-primary' : 'text-muted-foreground')}
        >
          <Subtitle doing={doing} contact={chat.contactName || chat.contactNumber} />
        </p>
      </div>
      <span className="shrink-0 max-sm:hidden">
        {phone.linked ? (
          <Badge tone={phone.online ? 'success' : 'warning'} icon={Link2}>
            {phone.online ? t('Linked to Kirim') : t('Linked, not connected')}
          </Badge>
        ) : (
          <Badge tone="neutral" icon={Unlink}>
            {t('Not linked')}
          </Badge>
        )}
      </span>
    </header>
  )
}

function Subtitle({
  doing,
  contact,
}: {
  doing: ReturnType<typeof usePresence>
  contact: string
}): ReactNode {
  const { t } = useTranslation()
  if (doing === 'composing') return t('typing…')
  if (doing === 'recording') return t('recording audio…')
  return t('as {contact} sees it', { contact })
}

function Messages({
  place,
  doing,
}: {
  place: { phoneNumber: string; contactNumber: string }
  doing: ReturnType<typeof usePresence>
}): ReactNode {
  const { t } = useTranslation()
  const messages = useMessages(place)
  if (messages.isError) {
    return (
      <div className="min-h-0 flex-1">
        <ErrorState
          className="border-t-0"
          message={t('Could not load the messages of this chat.')}
          onRetry={() => void messages.refetch()}
          busy={messages.isFetching}
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
  return <ChatMessages place={place} messages={messages.data} doing={doing} />
}
