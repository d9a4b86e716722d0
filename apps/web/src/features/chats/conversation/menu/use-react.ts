import type { ChatEntry } from '@kirim/contract/chat-entries'
import { reactToMessage } from '@kirim/contract/chat-messages'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'
import { useConversation } from '../conversation-context.ts'
import { useTimelineChanges } from '../timeline/use-timeline-changes.ts'
import { useWords } from '../words.ts'
import { ownReaction, withReaction } from './message-acts.ts'

/** Returns a function that reacts to a message; the same emoji again takes it back. */
export function useReact() {
  const { t } = useWords()
  const { chatId } = useConversation()
  const { keep } = useTimelineChanges(chatId)
  return async (entry: ChatEntry, chosen: string): Promise<void> => {
    const emoji = ownReaction(entry) === chosen ? '' : chosen
    keep(withReaction(entry, emoji))
    try {
      const params = { id: chatId, entryId: entry.id }
      await request(reactToMessage, { params, body: { emoji } })
    } catch (error) {
      keep(entry)
      toast({ title: messageOf(error, t('The server did not answer.')), tone: 'error' })
    }
  }
}
