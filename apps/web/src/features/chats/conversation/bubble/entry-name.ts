import type { ChatEntry } from '@kirim/contract/chat-entries'
import { kindTexts } from '@kirim/contract/message-kinds'
import type { TFunction } from 'i18next'
import { useConversation } from '../conversation-context.ts'
import { useWords } from '../words.ts'
import { useEventText } from './event-text.ts'
import { originOf } from './origin-line.tsx'

/** How an entry is announced and named: who wrote what, and when. */
export function useEntryName(): (entry: ChatEntry) => string {
  const { t } = useWords()
  const { time } = useWords().format
  const { personName } = useConversation()
  const eventText = useEventText()
  return (entry) => {
    const { type, by, text, kind, at, event, deletedAt } = entry
    if (event) return eventText(entry, event)
    const who =
      type === 'note'
        ? t('{name}, a note for the team', { name: noteAuthor(entry, t) })
        : (by === 'person' && entry.senderName === '' && personName) || originOf(entry, t)
    const what = [kind !== 'text' && t(kindTexts[kind]), deletedAt === null ? text : t('deleted')]
    return `${who}: ${what.filter(Boolean).join(', ')}, ${time(at)}`
  }
}

/** Who wrote a note; a chatbot leaves one when it hands a chat over. */
export function noteAuthor({ author }: ChatEntry, t: TFunction): string {
  return author === null ? t('Chatbot') : author.name || t('A former member')
}
