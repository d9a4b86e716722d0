import type { SandboxChat, SandboxPhone } from '@kirim/contract/sandbox'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#shared/ui/avatar.tsx'
import { cn } from '#shared/ui/cn.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { CallButton } from './call-parts.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatHistory } from './chat-history.tsx'
import { Composer } from './composer.tsx'
import { ContactSwitches, FaultsButton } from './contact-switches.tsx'
import { GroupChat } from './group-chat.tsx'
import { isGroupId } from './phone-number.ts'
import { useOnline, usePresence } from './use-presence.ts'
import { useChats, useContactSwitch, useSandboxGroups } from './use-sandbox.ts'

interface ChatPaneProps {
  phone: SandboxPhone
  /** The contact's number, or the id of a group. */
  contactNumber: string | null
  onBack: () => void
  className?: string
}

/**
 * A chat from the contact's view, with the linked number on the left; or a group from a member's
 * view.
 */
export function ChatPane({ phone, contactNumber, onBack, className }: ChatPaneProps) {
  const { t } = useTranslation()
  const chats = useChats(phone.phoneNumber).data
  const groups = useSandboxGroups(phone.phoneNumber).data
  if (contactNumber === null) {
    return (
      <div className={cn('flex items-center justify-center bg-chat', className)}>
        <EmptyState
          className="max-w-sm border-t-0"
          title={t('No chat is open.')}
          description={t('Open a chat to see what the contact sees and to write as the contact.')}
        />
      </div>
    )
  }
  const chat = chats?.find((entry) => entry.contactNumber === contactNumber)
  const group = groups?.find((entry) => entry.groupId === contactNumber)
  if (isGroupId(contactNumber) && !group) {
    return (
      <div className={cn('flex items-center justify-center bg-chat', className)}>
        {groups && (
          <EmptyState className="max-w-sm border-t-0" title={t('Sandbox group not found.')} />
        )}
      </div>
    )
  }
  return (
    <section
      key={`${phone.phoneNumber} ${contactNumber}`}
      aria-label={t('Chat')}
      className={cn('flex min-h-0 min-w-0 flex-col max-lg:h-[calc(100dvh-140px)]', className)}
    >
      {group ? (
        <GroupChat phone={phone} group={group} onBack={onBack} />
      ) : (
        <OpenChat phone={phone} chat={chat ?? newChat(contactNumber)} onBack={onBack} />
      )}
    </section>
  )
}

/** A chat without messages, which is missing in the list. */
function newChat(contactNumber: string): SandboxChat {
  return {
    contactNumber,
    contactName: contactNumber,
    last: null,
    unread: 0,
    registered: true,
    online: true,
    hidden: false,
    username: '',
  }
}

interface OpenChatProps {
  phone: SandboxPhone
  chat: SandboxChat
  onBack: () => void
}

function OpenChat({ phone, chat: known, onBack }: OpenChatProps) {
  const place = { phoneNumber: phone.phoneNumber, contactNumber: known.contactNumber }
  const { chat, isChanging, change } = useContactSwitch(place, known)
  const doing = usePresence(place)
  const isOnline = useOnline(phone.phoneNumber)
  const contact = chat.contactName || chat.contactNumber
  const [faults, setFaults] = useState(false)
  const faultsId = useId()
  return (
    <>
      <ChatHeader
        phone={phone}
        icon={<Avatar name={phone.name} kind="number" />}
        title={phone.name}
        doing={doing}
        onBack={onBack}
        action={
          <>
            <CallButton place={place} />
            <FaultsButton
              chat={chat}
              open={faults}
              controls={faultsId}
              onToggle={() => setFaults(!faults)}
            />
          </>
        }
      >
        <Subtitle doing={doing} isOnline={isOnline} contact={contact} />
      </ChatHeader>
      {faults && <ContactSwitches id={faultsId} chat={chat} busy={isChanging} onChange={change} />}
      <ChatHistory place={place} doing={doing} />
      <Composer place={place} contact={contact} />
    </>
  )
}

function Subtitle({
  doing,
  isOnline,
  contact,
}: {
  doing: ReturnType<typeof usePresence>
  isOnline: boolean
  contact: string
}): ReactNode {
  const { t } = useTranslation()
  if (doing === 'composing') return t('typing…')
  if (doing === 'recording') return t('recording audio…')
  return isOnline ? t('online') : t('as {contact} sees it', { contact })
}
