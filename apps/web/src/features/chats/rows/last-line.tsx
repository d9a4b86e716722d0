import type { MessageBy } from '@kirim/contract/chat-entries'
import type { Chat } from '@kirim/contract/chats'
import { kindLabelOf, kindTexts } from '@kirim/contract/message-kinds'
import {
  BellOff,
  Bot,
  ChartBarBig,
  CircleDashed,
  FileText,
  FlaskConical,
  Image,
  type LucideIcon,
  MapPin,
  Megaphone,
  Mic,
  Phone,
  Smartphone,
  Sticker,
  UserRound,
  Video,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { initialsOf } from '#shared/ui/initials.ts'

/** Who wrote it, of those that are not the person or somebody of the team. */
const writers: Partial<Record<MessageBy, { icon: LucideIcon; word: string }>> = {
  phone: { icon: Smartphone, word: textKey('From the phone') },
  campaign: { icon: Megaphone, word: textKey('Campaign') },
  chatbot: { icon: Bot, word: textKey('Chatbot') },
  opt_out: { icon: BellOff, word: textKey('Opt-out') },
  test: { icon: FlaskConical, word: textKey('Test message') },
  call: { icon: Phone, word: textKey('Call') },
}

const kindIcons: Record<keyof typeof kindTexts, LucideIcon> = {
  image: Image,
  video: Video,
  audio: Mic,
  document: FileText,
  sticker: Sticker,
  location: MapPin,
  contact: UserRound,
  poll: ChartBarBig,
  other: CircleDashed,
}

/** The last line of a chat, after the mark of who wrote it; nothing for the person. */
export function LastLine({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const kind = kindLabelOf(chat.previewKind, chat.preview)
  const KindIcon = kind && kindIcons[kind]
  const text = chat.preview.trim()
  return (
    <>
      <Writer chat={chat} />
      <span className="flex min-w-0 flex-1 items-center gap-1">
        {KindIcon && <KindIcon className="size-3.5" aria-hidden="true" />}
        <span className="truncate">
          {kind && (text ? `${t(kindTexts[kind])}: ` : t(kindTexts[kind]))}
          {text}
        </span>
      </span>
    </>
  )
}

function Writer({ chat: { lastBy, lastAuthor } }: { chat: Chat }) {
  const { t } = useTranslation()
  if (lastBy === 'member') {
    const name = lastAuthor?.name || t('Somebody who has left')
    return (
      <span
        title={name}
        className="grid size-[18px] shrink-0 place-items-center rounded-full bg-neutral-ink/12 text-[10px] font-semibold text-neutral-ink"
      >
        <span aria-hidden="true">{initialsOf(name)}</span>
        <span className="sr-only">{`${name}: `}</span>
      </span>
    )
  }
  const writer = writers[lastBy]
  if (!writer) return null
  return (
    <span title={t(writer.word)} className="shrink-0 text-muted-foreground">
      <writer.icon className="size-3.5" aria-hidden="true" />
      <span className="sr-only">{`${t(writer.word)}: `}</span>
    </span>
  )
}
