import type { ChatContact } from '@kirim/contract/chat-contact'
import type { Chat } from '@kirim/contract/chats'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { useChat } from '../chat-queries.ts'
import { useChatContact } from './contact-queries.ts'
import { MayBeWritten } from './may-be-written.tsx'
import { OtherChats } from './other-chats.tsx'
import { PersonNotes } from './person-notes.tsx'
import { SheetFields } from './sheet-fields.tsx'
import { SheetHead } from './sheet-head.tsx'
import { SheetCampaigns, SheetGroups } from './sheet-history.tsx'
import { SheetTags } from './sheet-tags.tsx'
import { ThisChat } from './this-chat.tsx'

/** The person of a chat, beside it. */
export function ContactSheet({ chatId }: { chatId: string }) {
  const { t } = useTranslation()
  const chat = useChat(chatId).data?.chat
  const query = useChatContact(chatId)
  if (!chat) return null
  const contact = query.data
  return (
    <>
      <SheetHead chat={chat} isContact={contact ? contact.sheet !== null : null} />
      <ThisChat chat={chat} />
      {contact && <Person chat={chat} contact={contact} />}
      {query.isPending && <Loading text={t('Loading contact...')} />}
      {query.isError && !contact && (
        <ErrorState message={messageOf(query.error, t('Failed to load contact.'))} query={query} />
      )}
    </>
  )
}

function Person({ chat, contact }: { chat: Chat; contact: ChatContact }) {
  const { sheet } = contact
  return (
    <>
      {chat.kind === 'individual' && <MayBeWritten chat={chat} contact={contact} />}
      {sheet && (
        <>
          <SheetTags contact={sheet.contact} />
          <SheetFields contact={sheet.contact} />
          <SheetGroups groups={sheet.groups} />
          <SheetCampaigns campaigns={sheet.campaigns} campaignCount={sheet.campaignCount} />
        </>
      )}
      <OtherChats chats={contact.otherChats} />
      <PersonNotes chatId={chat.id} notes={contact.notes} />
    </>
  )
}
