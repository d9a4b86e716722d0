import type { Chat } from '@kirim/contract/chats'
import { PanelRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { NumberDot } from '#shared/ui/number-dot.tsx'
import { PhoneNumber } from '#shared/ui/phone-number.tsx'
import { HeadActs } from '../../acts/head-acts.tsx'
import { ChatName, useChatName } from '../../chat-name.tsx'
import { useChatPlace } from '../../chat-place.ts'
import { useOurNumbers } from '../../use-our-numbers.ts'
import { BackToList } from '../conversation-states.tsx'
import { WhoIsHere } from './who-is-here.tsx'

/** Who the open chat is with, on which number, and what is done with it. */
export function ConversationHead({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const { contactAddress, chatAddress, isContact } = useChatPlace()
  const name = useChatName()(chat)
  const sheet = isContact ? chatAddress(chat.id) : contactAddress(chat.id)
  return (
    <header className="flex h-14 shrink-0 items-center gap-2.5 border-b bg-card px-2 lg:px-4">
      <BackToList />
      <Avatar name={name} />
      <Link to={contactAddress(chat.id)} className="min-w-0 flex-1">
        <h2 className="truncate font-semibold">
          <ChatName chat={chat} />
        </h2>
        <p className="tnum flex items-center gap-2 text-xs text-muted-foreground">
          {chat.name && chat.phoneNumber && (
            <span className="max-sm:hidden">
              <PhoneNumber number={chat.phoneNumber} />
            </span>
          )}
          <OurNumber deviceId={chat.deviceId} />
        </p>
      </Link>
      <WhoIsHere chatId={chat.id} />
      <span className="flex shrink-0 items-center gap-1.5 max-sm:gap-0.5">
        <HeadActs chat={chat} />
        <Button variant="ghost" size="icon-sm" asChild className="-mr-1.5 max-lg:mr-0 xl:hidden">
          <Link
            to={sheet}
            aria-label={isContact ? t('Hide the contact') : t('Contact')}
            aria-expanded={isContact}
          >
            <PanelRight aria-hidden="true" />
          </Link>
        </Button>
      </span>
    </header>
  )
}

function OurNumber({ deviceId }: { deviceId: string }) {
  const number = useOurNumbers().numbers.get(deviceId)
  if (!number) return null
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <NumberDot place={number.place} connected={number.connected} />
      <span className="truncate">{number.name}</span>
    </span>
  )
}
