import type { SandboxMessage } from '@kirim/contract/sandbox'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { FormattedText } from '#shared/message-editor/formatted-text.tsx'
import { Avatar } from '#shared/ui/avatar.tsx'
import { cn } from '#shared/ui/cn.ts'
import { useCallText } from './call-parts.tsx'
import { relativeDay } from './chat-days.ts'
import type { ChatRow } from './chat-rows.ts'
import { useDayName } from './use-day-name.ts'

interface ChatButtonProps {
  chat: ChatRow
  current: boolean
  onOpen: (id: string) => void
}

/** One row of the chat list. */
export function ChatButton({ chat, current, onOpen }: ChatButtonProps) {
  const { id, title, isGroup, detail, last, lastAuthor, unread } = chat
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={() => onOpen(id)}
      className={cn(
        'relative flex w-full items-center gap-3 border-b px-4 py-3 text-left transition-colors duration-100 hover:bg-muted/60',
        current &&
          'bg-accent before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-primary hover:bg-accent',
      )}
    >
      {isGroup ? <GroupBadge /> : <Avatar name={title} />}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate font-medium">{title}</span>
          {last && <When at={last.at} />}
        </span>
        <span className="mt-0.5 flex items-center gap-2 text-caption text-muted-foreground">
          <span className="min-w-0 flex-1 truncate">
            {last && lastAuthor && `${lastAuthor}: `}
            {last ? <Excerpt message={last} /> : detail}
          </span>
          {unread > 0 && !current && <Unread count={unread} />}
        </span>
      </span>
    </button>
  )
}

/** A group icon in place of a person's initials. */
export function GroupBadge() {
  const { t } = useTranslation()
  return (
    <span
      role="img"
      aria-label={t('Group')}
      className="grid size-9 shrink-0 place-items-center rounded-full bg-neutral-ink/12 text-neutral-ink"
    >
      <Users className="size-4" />
    </span>
  )
}

function When({ at }: { at: string }) {
  const { time } = useFormat()
  const dayName = useDayName()
  const day = new Date(at)
  const text = relativeDay(day, new Date()) === 'today' ? time(at) : dayName(day)
  return <time className="shrink-0 text-xs text-muted-foreground">{text}</time>
}

function Excerpt({ message }: { message: SandboxMessage }) {
  const { t } = useTranslation()
  const kinds: Record<SandboxMessage['kind'], string> = {
    text: '',
    image: t('Image'),
    video: t('Video'),
    audio: t('Audio'),
    document: t('Document'),
    call: useCallText()(message),
    other: t('Message'),
  }
  if (message.mark === 'deleted') return t('This message was deleted.')
  return message.text ? <FormattedText text={message.text} /> : kinds[message.kind]
}

/** The number of unread messages. */
function Unread({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <span
      role="img"
      aria-label={t('{n} unread messages', { count, n: count })}
      className="tnum grid h-[18px] min-w-[18px] place-items-center rounded-full bg-primary px-1 text-xs font-medium text-primary-foreground"
    >
      {count}
    </span>
  )
}
