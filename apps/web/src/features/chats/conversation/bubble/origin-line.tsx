import type { ChatEntry, MessageBy } from '@kirim/contract/chat-entries'
import type { TFunction } from 'i18next'
import {
  BellOff,
  Bot,
  FlaskConical,
  type LucideIcon,
  Megaphone,
  Smartphone,
  Terminal,
  UserRound,
} from 'lucide-react'
import { useWords } from '../words.ts'

const icons: Record<MessageBy, LucideIcon> = {
  person: UserRound,
  phone: Smartphone,
  member: UserRound,
  campaign: Megaphone,
  chatbot: Bot,
  opt_out: BellOff,
  test: FlaskConical,
  call: Terminal,
}

/** Who wrote a message: one of us, the phone, a campaign or a chatbot; in a group also a person. */
export function OriginLine({ entry }: { entry: ChatEntry }) {
  const { t } = useWords()
  const { by } = entry
  if (by === null) return null
  const Icon = icons[by]
  return (
    <p className="flex items-center gap-1 px-2 pt-0.5 text-xs font-medium text-bubble-meta">
      {by !== 'person' && <Icon className="size-3 stroke-2" aria-hidden="true" />}
      <span className="min-w-0 wrap-anywhere">{originOf(entry, t)}</span>
    </p>
  )
}

/** Who wrote a message of ours, in words; of a group also the person. */
export function originOf({ by, author, originName, senderName }: ChatEntry, t: TFunction): string {
  switch (by) {
    case 'person':
      return senderName
    case 'member':
      return author?.name || t('A former member')
    case 'phone':
      return t('From the phone')
    case 'campaign':
      return originName ? t('Campaign: {name}', { name: originName }) : t('Campaign')
    case 'chatbot':
      return originName ? t('Chatbot: {name}', { name: originName }) : t('Chatbot')
    case 'opt_out':
      return t('Opt-out answer')
    case 'test':
      return t('Test message')
    case 'call':
      return originName ? t('Program: {name}', { name: originName }) : t('Program')
    default:
      return ''
  }
}
