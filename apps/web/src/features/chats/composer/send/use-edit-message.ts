import type { ChatEntry } from '@kirim/contract/chat-entries'
import { editMessage } from '@kirim/contract/chat-messages'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import { keepEntries } from '../../conversation/timeline-cache.ts'

/** Changes the text of a message that was sent. */
export function useEditMessage(chatId: string, onChanged: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ entry, text }: { entry: ChatEntry; text: string }) =>
      request(editMessage, { params: { id: chatId, entryId: entry.id }, body: { text } }),
    onSuccess(entry) {
      keepEntries(client, chatId, [entry])
      onChanged()
    },
    onError: (error) => {
      toast({ title: messageOf(error, t('The message could not be changed.')), tone: 'error' })
    },
  })
}
