import type { ChatEntry } from '@kirim/contract/chat-entries'
import { deleteMessage } from '@kirim/contract/chat-messages'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { toast } from '#shared/toast/toast.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { useConversation } from '../conversation-context.ts'
import { useTimelineChanges } from '../timeline/use-timeline-changes.ts'

interface DeleteQuestionProps {
  entry: ChatEntry
  onClose: () => void
}

/** Asks before a message is deleted for everybody. */
export function DeleteQuestion({ entry, onClose }: DeleteQuestionProps) {
  const { t } = useTranslation()
  const { chatId, personName } = useConversation()
  const { keep } = useTimelineChanges(chatId)
  const { mutate, isPending } = useMutation({
    mutationFn: () => request(deleteMessage, { params: { id: chatId, entryId: entry.id } }),
    onSuccess: () => keep({ ...entry, text: '', deletedAt: new Date().toISOString() }),
    onError: (error) =>
      toast({ title: messageOf(error, t('The server did not answer.')), tone: 'error' }),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('Delete this message for everyone?')}
      description={t(
        'It also disappears from the phone of {name}. Anybody who saw it may remember it.',
        {
          name: personName,
        },
      )}
      action={t('Delete for everyone')}
      busy={isPending}
      onConfirm={() => mutate()}
    />
  )
}
