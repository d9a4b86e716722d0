import type { MessageContent } from '@kirim/contract/message-content'
import { isMaskedNumber } from '@kirim/contract/person-number'
import { MessageSquarePlus, UserRound } from 'lucide-react'
import { Spinner } from '#shared/ui/loading.tsx'
import { PhoneNumber } from '#shared/ui/phone-number.tsx'
import { useConversation } from '../../conversation-context.ts'
import { useStartChat } from '../../use-start-chat.ts'
import { useWords } from '../../words.ts'
import { FileCard } from '../file/file-card.tsx'
import { IconButton } from '../icon-button.tsx'

type Contacts = Extract<MessageContent, { type: 'contacts' }>

/** Contacts that were sent; a chat can be started with each. */
export function ContactCards({ content, side }: { content: Contacts; side: 'in' | 'out' }) {
  const { t } = useWords()
  const { mayWrite } = useConversation()
  const { start, isStarting } = useStartChat()
  return content.contacts.map(({ name, phoneNumbers }, index) => {
    const number = phoneNumbers[0]
    return (
      <FileCard
        // biome-ignore lint/suspicious/noArrayIndexKey: contacts have no identity besides their place
        key={index}
        side={side}
        icon={UserRound}
        title={name || t('Contact')}
        detail={number ? <PhoneNumber number={number} /> : t('No number')}
        action={
          mayWrite &&
          number &&
          !isMaskedNumber(number) && (
            <IconButton
              className="-mr-1"
              aria-label={t('Start a chat with {name}', { name: name || number })}
              aria-busy={isStarting}
              onClick={() => start(number)}
            >
              {isStarting ? <Spinner /> : <MessageSquarePlus aria-hidden="true" />}
            </IconButton>
          )
        }
      />
    )
  })
}
