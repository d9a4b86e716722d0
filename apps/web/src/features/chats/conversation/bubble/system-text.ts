import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { MessageContent } from '@kirim/contract/message-content'
import { useConversation } from '../conversation-context.ts'
import { useWords } from '../words.ts'

type SpokenContent = Extract<MessageContent, { type: 'call' | 'system' }>

/** Returns the sentence of a call, or of a line of the network; an unknown one by its code. */
export function useSystemText(): (entry: ChatEntry, content: SpokenContent) => string {
  const { t } = useWords()
  const { time } = useWords().format
  const { personName } = useConversation()
  return (entry, content) => {
    const values = { time: time(entry.at), name: entry.senderName || personName }
    if (content.type === 'system') {
      return entry.text || t('WhatsApp: {code}, {time}', { ...values, code: content.code })
    }
    const { isVideo, outcome } = content
    if (outcome === 'answered') {
      return isVideo ? t('Video call at {time}', values) : t('Call at {time}', values)
    }
    if (outcome === 'rejected') {
      return isVideo
        ? t('Declined video call at {time}', values)
        : t('Declined call at {time}', values)
    }
    return isVideo ? t('Missed video call at {time}', values) : t('Missed call at {time}', values)
  }
}
