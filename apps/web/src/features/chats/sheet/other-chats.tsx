import type { Chat } from '@kirim/contract/chats'
import { kindLabelOf, kindTexts } from '@kirim/contract/message-kinds'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { NumberDot } from '#shared/ui/number-dot.tsx'
import { useChatPlace } from '../chat-place.ts'
import { useOurNumbers } from '../use-our-numbers.ts'
import { SheetSection } from './sheet-section.tsx'

const QUEUES: Readonly<Record<Exclude<Chat['queue'], 'closed'>, string>> = {
  unanswered: textKey('waits for an answer'),
  answered: textKey('open'),
  snoozed: textKey('snoozed'),
}

/** What the person has with other numbers of the workspace. */
export function OtherChats({ chats }: { chats: readonly Chat[] }) {
  const { t } = useTranslation()
  const { monthDay } = useFormat()
  const { chatAddress } = useChatPlace()
  const { numbers } = useOurNumbers()
  if (chats.length === 0) return null
  return (
    <SheetSection title={t('Other chats with this person')}>
      <ul className="-my-1.5">
        {chats.map((chat) => {
          const number = numbers.get(chat.deviceId)
          const kind = kindLabelOf(chat.previewKind, chat.preview)
          return (
            <li key={chat.id}>
              <Link
                to={chatAddress(chat.id)}
                className="-mx-2 block rounded-md px-2 py-1.5 hover:bg-accent"
              >
                <span className="flex items-center gap-2 text-caption font-medium">
                  {number && <NumberDot place={number.place} connected={number.connected} />}
                  <span className="min-w-0 flex-1 truncate">
                    {number?.name ?? t('A device that is no longer linked')}
                  </span>
                  <span className="shrink-0 text-xs font-normal text-muted-foreground">
                    {chat.queue === 'closed'
                      ? t('closed {day}', { day: monthDay(chat.closedAt ?? chat.lastAt) })
                      : t(QUEUES[chat.queue])}
                  </span>
                </span>
                <span className="mt-0.5 block truncate text-caption text-muted-foreground">
                  {chat.preview || (kind && t(kindTexts[kind]))}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </SheetSection>
  )
}
