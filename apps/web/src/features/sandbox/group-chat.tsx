import type { SandboxGroup, SandboxPhone } from '@kirim/contract/sandbox'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '#shared/ui/select.tsx'
import { GroupBadge } from './chat-button.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatHistory } from './chat-history.tsx'
import type { MessageView } from './chat-messages.tsx'
import { nameOf } from './chat-rows.ts'
import { Composer } from './composer.tsx'
import { usePresence } from './use-presence.ts'

interface GroupChatProps {
  phone: SandboxPhone
  group: SandboxGroup
  onBack: () => void
}

/**
 * A group from the view of a selectable member: its own messages on the right, all others on the
 * left.
 */
export function GroupChat({ phone, group, onBack }: GroupChatProps) {
  const place = { phoneNumber: phone.phoneNumber, contactNumber: group.groupId }
  const doing = usePresence(place)
  const others = group.members.filter(({ phoneNumber }) => phoneNumber !== phone.phoneNumber)
  const [author, setAuthor] = useState(others[0]?.phoneNumber ?? phone.phoneNumber)
  const view: MessageView = (message) => {
    const isOfContact = message.direction === 'from-contact'
    if (message.author === author) {
      return { side: 'out', ...(isOfContact && { rights: { edits: true, deletesAs: '' } }) }
    }
    // The maker of the group may delete the messages of others; the network refuses anybody else.
    const isMaker = isOfContact && author === phone.phoneNumber
    return {
      side: 'in',
      name: nameOf(group, message.author),
      ...(isMaker && { rights: { edits: false, deletesAs: author } }),
    }
  }
  return (
    <>
      <ChatHeader
        phone={phone}
        icon={<GroupBadge />}
        title={group.subject}
        doing={doing}
        onBack={onBack}
      >
        <Subtitle phone={phone} group={group} doing={doing} />
      </ChatHeader>
      <AuthorSelect group={group} author={author} onChange={setAuthor} />
      <ChatHistory place={place} doing={doing} view={view} />
      <Composer place={place} contact={nameOf(group, author)} author={author} />
    </>
  )
}

function Subtitle({
  phone,
  group,
  doing,
}: Pick<GroupChatProps, 'phone' | 'group'> & {
  doing: ReturnType<typeof usePresence>
}): ReactNode {
  const { t } = useTranslation()
  if (doing === 'composing') return t('{name} is typing…', { name: phone.name })
  if (doing === 'recording') return t('{name} is recording audio…', { name: phone.name })
  return group.members.map(({ name, phoneNumber }) => name || phoneNumber).join(', ')
}

interface AuthorSelectProps {
  group: SandboxGroup
  author: string
  onChange: (phoneNumber: string) => void
}

function AuthorSelect({ group, author, onChange }: AuthorSelectProps) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-2.5 border-b px-4 py-2 text-caption">
      <span aria-hidden="true" className="shrink-0 text-muted-foreground">
        {t('View and write as')}
      </span>
      <div className="w-64 min-w-0">
        <Select
          aria-label={t('View and write as')}
          value={author}
          onValueChange={onChange}
          options={group.members.map(({ phoneNumber, name }) => ({
            value: phoneNumber,
            label: name || phoneNumber,
            detail: phoneNumber,
          }))}
        />
      </div>
    </div>
  )
}
