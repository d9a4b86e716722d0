import type { Chat } from '@kirim/contract/chats'
import { isMaskedNumber } from '@kirim/contract/person-number'
import { EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNumberText } from '#shared/ui/person-number.tsx'

/** Returns a function that says who a chat is with, in words. */
export function useChatName() {
  const { t } = useTranslation()
  const numberText = useNumberText()
  return (chat: Pick<Chat, 'name' | 'phoneNumber' | 'username' | 'kind'>): string => {
    if (chat.name) return chat.name
    if (chat.kind === 'group') return t('Group without a name')
    if (!isMaskedNumber(chat.phoneNumber)) return numberText(chat)
    const digits = chat.phoneNumber.replace(/\D/g, '').slice(-2)
    return digits ? t('Number hidden, ends {digits}', { digits }) : t('Number hidden')
  }
}

/** Who a chat is with; a hidden number says so. */
export function ChatName({ chat }: { chat: Chat }) {
  const name = useChatName()(chat)
  if (chat.name || !isMaskedNumber(chat.phoneNumber)) return name
  return (
    <>
      <EyeOff className="mr-1 inline size-3.5 align-[-2px]" aria-hidden="true" />
      {name}
    </>
  )
}
