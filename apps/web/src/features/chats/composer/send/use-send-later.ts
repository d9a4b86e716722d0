import type { ChatEntry } from '@kirim/contract/chat-entries'
import { sendMessage } from '@kirim/contract/chat-messages'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { toast } from '#shared/toast/toast.ts'
import { chatKey, type OpenedChat } from '../../chat-queries.ts'
import { newClientId } from '../../client-id.ts'
import { keepEntries } from '../../conversation/timeline-cache.ts'
import { withEntries } from '../../live/chat-changes.ts'
import { partsOf } from '../files/attachment.ts'
import { deliver } from './deliver.ts'
import { bodyOf, type WrittenReply } from './use-send-reply.ts'

/**
 * Leaves a message with the server, which sends it at its time. What was written stays until then.
 */
export function useSendLater(chatId: string, onLeft: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const momentText = useMomentText()
  return useSingleMutation({
    async mutationFn({ text, attachments, quoted, at }: WrittenReply & { at: Date }) {
      const left: ChatEntry[] = []
      for (const [index, part] of partsOf(text, attachments).entries()) {
        const quotes = index === 0 ? quoted?.id : undefined
        const body = {
          clientId: newClientId(),
          text: part.text,
          sendAt: at.toISOString(),
          ...(quotes !== undefined && { quotes }),
          ...bodyOf(part.attachment),
        }
        const file = part.attachment && 'file' in part.attachment ? part.attachment.file : null
        left.push(await deliver(() => request(sendMessage, { params: { id: chatId }, body, file })))
      }
      return left
    },
    onSuccess(entries, { at }) {
      keepEntries(client, chatId, entries)
      client.setQueryData<OpenedChat>(
        chatKey(chatId),
        (opened) => opened && withEntries(opened, entries),
      )
      onLeft()
      toast({
        title: t('Leaves {moment}.', { moment: momentText(at.toISOString()) }),
        tone: 'success',
      })
    },
    onError: (error) => {
      toast({
        title: messageOf(error, t('The message could not be kept for later.')),
        tone: 'error',
      })
    },
  })
}
