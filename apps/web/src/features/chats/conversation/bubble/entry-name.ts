import type { ChatEntry } from '@kirim/contract/chat-entries'
import { kindTexts } from '@kirim/contract/message-kinds'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useConversation } from '../conversation-context.ts'
import { useEventText } from './event-text.ts'
import { originOf } from './origin-line.tsx'

/** How an entry is announced and named: who wrote what, and when. */
export function useEntryName(): (entry: ChatEntry) => string {
  const { t } = useTranslation()
  const { time } = useFormat()
  const { personName } = useConversation()
  const eventText = useEventText()
  return (entry) => {
    const { type, by, author, text, kind, at, event, deletedAt } = entry
    if (event) return eventText(entry, event)
    const who =
      type === 'note'
        ? t('{name}, a note for the team', { name: author?.name || t('A former member') })
        : (by === 'person' && entry.senderName === '' && personName) || originOf(entry, t)
    const what = [kind !== 'text' && t(kindTexts[kind]), deletedAt === null ? text : t('deleted')]
    return `${who}: ${what.filter(Boolean).join(', ')}, ${time(at)}`
  }
}
