import type { Chat } from '@kirim/contract/chats'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { cn } from '#shared/ui/cn.ts'
import { initialsOf } from '#shared/ui/initials.ts'
import { NumberDot } from '#shared/ui/number-dot.tsx'
import { ChatName } from '../chat-name.tsx'
import type { OurNumber } from '../use-our-numbers.ts'
import { LastLine } from './last-line.tsx'
import { useDayText } from './use-day-text.ts'
import { Waits } from './waits.tsx'

export interface ChatRowProps {
  chat: Chat
  address: string
  isOpen: boolean
  number: OurNumber | undefined
  /** The names of its labels, one a line. */
  labels: string
  /** The name of who answers it; null for nobody. */
  assignee: string | null
  /** Epoch ms. */
  now: number
  longMinutes: number
  /** Whether it is one of several that are chosen; null while none can be. */
  chosen: boolean | null
  onChoose: (id: string) => void
}

/** A chat in the list, 84 px high: a link, or a box to choose it. */
export const ChatRow = memo(function ChatRow(props: ChatRowProps) {
  const { chat, address, isOpen, chosen, onChoose } = props
  const classes = cn(
    'relative flex h-[84px] w-full gap-3 border-b px-4 py-2.5 text-left outline-offset-[-2px]',
    isOpen
      ? 'bg-accent before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-primary max-lg:bg-transparent max-lg:before:hidden'
      : 'hover:bg-muted/60',
  )
  if (chosen !== null) {
    return (
      <label className={cn(classes, chosen && 'bg-accent')}>
        <span className="mt-0.5 grid size-9 shrink-0 place-items-center">
          <input
            type="checkbox"
            checked={chosen}
            onChange={() => onChoose(chat.id)}
            className="size-4 accent-primary"
          />
        </span>
        <RowText {...props} />
      </label>
    )
  }
  return (
    <Link
      to={address}
      data-chat={chat.id}
      aria-current={isOpen ? 'true' : undefined}
      className={classes}
    >
      <ChatFace chat={chat} />
      <RowText {...props} />
    </Link>
  )
})

/** The last two digits stand for somebody without a name. */
export function ChatFace({ chat: { name, phoneNumber } }: { chat: Chat }) {
  const digits = phoneNumber.replace(/\D/g, '')
  return <Avatar name={name || [...digits.slice(-2)].join(' ')} className="mt-0.5" />
}

function RowText({ chat, isOpen, number, labels, assignee, now, longMinutes }: ChatRowProps) {
  const { t } = useTranslation()
  const { number: numberText } = useFormat()
  const dayText = useDayText()
  const isUnread = chat.unread > 0 && !isOpen
  const [label = '', ...others] = labels.split('\n')
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-baseline gap-2">
        <span className={cn('min-w-0 flex-1 truncate', isUnread ? 'font-semibold' : 'font-medium')}>
          <ChatName chat={chat} />
        </span>
        <span
          className={cn(
            'tnum shrink-0 text-xs',
            isUnread ? 'font-medium text-foreground' : 'text-muted-foreground',
          )}
        >
          {dayText(chat.lastAt, now)}
        </span>
      </span>
      <span
        className={cn(
          'mt-px flex h-5 items-center gap-1.5 text-caption',
          isUnread ? 'text-foreground' : 'text-muted-foreground',
        )}
      >
        <LastLine chat={chat} />
        {isUnread && (
          <span className="tnum grid h-[18px] min-w-[18px] shrink-0 place-items-center rounded-full bg-primary px-1 text-xs font-medium text-primary-foreground">
            <span aria-hidden="true">{chat.unread > 99 ? '99+' : chat.unread}</span>
            <span className="sr-only">
              {t('{n} unread', { count: chat.unread, n: numberText(chat.unread) })}
            </span>
          </span>
        )}
      </span>
      <span className="mt-0.5 flex h-5 items-center gap-2 text-xs text-muted-foreground">
        {number && (
          <span className="inline-flex min-w-0 items-center gap-1.5">
            <NumberDot place={number.place} connected={number.connected} />
            <span className="truncate">{number.name}</span>
          </span>
        )}
        {label !== '' && (
          <span
            title={[label, ...others].join(', ')}
            className="min-w-0 max-w-28 shrink-0 truncate rounded-[5px] bg-neutral-soft px-1.5 font-medium text-neutral-ink"
          >
            {label}
            {others.length > 0 && ` +${others.length}`}
          </span>
        )}
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {chat.queue === 'unanswered' && chat.waitingSince && (
            <Waits since={chat.waitingSince} now={now} longMinutes={longMinutes} />
          )}
          {assignee !== null && (
            <span
              title={t('Assigned to {name}', { name: assignee })}
              className="grid size-5 place-items-center rounded-full bg-neutral-ink/12 text-[10px] font-semibold text-neutral-ink"
            >
              <span aria-hidden="true">{initialsOf(assignee)}</span>
              <span className="sr-only">{t('Assigned to {name}', { name: assignee })}</span>
            </span>
          )}
        </span>
      </span>
    </span>
  )
}
